# Phases: the intervals of a run, divided by the code that they execute.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/phases/ui_clusters.c \
	ui/phases/ui_clusters.h \
	ui/phases/ui_intervals.c \
	ui/phases/ui_intervals.h \
	ui/phases/ui_phases.c \
	ui/phases/ui_phases.h \
	ui/phases/ui_phases_main.c \
	ui/phases/ui_phases_output.c \
	ui/phases/ui_phases_output.h \
	ui/phases/ui_phases_strip.c \
	ui/phases/ui_phases_strip.h \
	ui/phases/ui_projection.c \
	ui/phases/ui_projection.h \
	ui/phases/ui_random.h \
	ui/phases/ui_representatives.c \
	ui/phases/ui_representatives.h
