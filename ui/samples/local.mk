# Samples of events: which instruction was interrupted, in which calls.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/samples/ui_perf_import.c \
	ui/samples/ui_perf_import.h \
	ui/samples/ui_perf_line.c \
	ui/samples/ui_perf_line.h \
	ui/samples/ui_perf_maps.c \
	ui/samples/ui_perf_maps.h \
	ui/samples/ui_perf_objects.c \
	ui/samples/ui_perf_objects.h \
	ui/samples/ui_perf_program.c \
	ui/samples/ui_perf_program.h \
	ui/samples/ui_samples.c \
	ui/samples/ui_samples.h \
	ui/samples/ui_samples_build.c \
	ui/samples/ui_samples_build.h \
	ui/samples/ui_samples_parts.c \
	ui/samples/ui_samples_parts.h \
	ui/samples/ui_samples_read.c
