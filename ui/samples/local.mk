# Samples of events: which instruction was interrupted, in which calls.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# A library that memspy samples record preloads into the sampled program.
pkglibexec_PROGRAMS += ui/samples/memspy-allocations.so
ui_samples_memspy_allocations_so_SOURCES = ui/samples/samples_recorder.c ui/samples/samples_recorder.h
ui_samples_memspy_allocations_so_CPPFLAGS = $(HOSTED_CPPFLAGS)
ui_samples_memspy_allocations_so_CFLAGS = $(AM_CFLAGS) -fPIC -fno-omit-frame-pointer -fno-builtin -ftls-model=initial-exec
ui_samples_memspy_allocations_so_LDFLAGS = -shared
ui_samples_memspy_allocations_so_LDADD = -ldl -lpthread

ui_sources += \
	ui/samples/samples.c \
	ui/samples/samples.h \
	ui/samples/samples_allocations.c \
	ui/samples/samples_allocations.h \
	ui/samples/samples_by_address.c \
	ui/samples/samples_by_address.h \
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
