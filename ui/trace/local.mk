# Traces: the file, and what is in it.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/trace/events_trace_cat.c \
	ui/trace/events_trace_cat.h \
	ui/trace/events_trace_counts.c \
	ui/trace/events_trace_counts.h \
	ui/trace/events_trace_file.c \
	ui/trace/events_trace_file.h \
	ui/trace/events_trace_info.c \
	ui/trace/events_trace_info.h \
	ui/trace/events_trace_main.c \
	ui/trace/events_trace_names.c \
	ui/trace/events_trace_names.h \
	ui/trace/events_trace_stat.c \
	ui/trace/events_trace_stat.h
