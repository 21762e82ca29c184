# Phases: the intervals of a run, divided by the code that they execute.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/phases/phases.c \
	ui/phases/phases.h \
	ui/phases/phases_clusters.c \
	ui/phases/phases_clusters.h \
	ui/phases/phases_intervals.c \
	ui/phases/phases_intervals.h \
	ui/phases/phases_main.c \
	ui/phases/phases_output.c \
	ui/phases/phases_output.h \
	ui/phases/phases_projection.c \
	ui/phases/phases_projection.h \
	ui/phases/phases_random.h \
	ui/phases/phases_representatives.c \
	ui/phases/phases_representatives.h \
	ui/phases/phases_strip.c \
	ui/phases/phases_strip.h
