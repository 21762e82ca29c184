# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	trace/trace_batch.h \
	trace/trace_bytes.c \
	trace/trace_bytes.h \
	trace/trace_compress.c \
	trace/trace_compress.h \
	trace/trace_expand.c \
	trace/trace_expand.h \
	trace/trace_fold.c \
	trace/trace_fold.h \
	trace/trace_format.c \
	trace/trace_format.def \
	trace/trace_format.h \
	trace/trace_heap.c \
	trace/trace_heap.h \
	trace/trace_iad.c \
	trace/trace_iad.h \
	trace/trace_lane.c \
	trace/trace_lane.h \
	trace/trace_loop.c \
	trace/trace_loop.h \
	trace/trace_memory.c \
	trace/trace_memory.h \
	trace/trace_merge.c \
	trace/trace_merge.h \
	trace/trace_odometer.c \
	trace/trace_odometer.h \
	trace/trace_read.c \
	trace/trace_read.h \
	trace/trace_repeat.c \
	trace/trace_repeat.h \
	trace/trace_replay.c \
	trace/trace_replay.h \
	trace/trace_rsd.c \
	trace/trace_rsd.h \
	trace/trace_singles.c \
	trace/trace_singles.h \
	trace/trace_stream.c \
	trace/trace_stream.h \
	trace/trace_turns.c \
	trace/trace_turns.h \
	trace/trace_write.c \
	trace/trace_write.h
