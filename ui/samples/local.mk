# Samples of events: which instruction was interrupted, in which calls.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/samples/samples.c \
	ui/samples/samples.h \
	ui/samples/samples_build.c \
	ui/samples/samples_build.h \
	ui/samples/samples_parts.c \
	ui/samples/samples_parts.h \
	ui/samples/samples_perf_fields.c \
	ui/samples/samples_perf_fields.def \
	ui/samples/samples_perf_fields.h \
	ui/samples/samples_perf_head.c \
	ui/samples/samples_perf_head.h \
	ui/samples/samples_perf_import.c \
	ui/samples/samples_perf_import.h \
	ui/samples/samples_perf_line.c \
	ui/samples/samples_perf_line.h \
	ui/samples/samples_perf_maps.c \
	ui/samples/samples_perf_maps.h \
	ui/samples/samples_perf_objects.c \
	ui/samples/samples_perf_objects.h \
	ui/samples/samples_perf_program.c \
	ui/samples/samples_perf_program.h \
	ui/samples/samples_perf_rest-inl.h \
	ui/samples/samples_perf_source.c \
	ui/samples/samples_perf_source.h \
	ui/samples/samples_perf_text.h \
	ui/samples/samples_read.c \
	ui/samples/samples_words.def
