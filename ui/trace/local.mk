# Traces: the file, and what is in it.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/trace/ui_trace_cat.c \
	ui/trace/ui_trace_cat.h \
	ui/trace/ui_trace_counts.c \
	ui/trace/ui_trace_counts.h \
	ui/trace/ui_trace_file.c \
	ui/trace/ui_trace_file.h \
	ui/trace/ui_trace_info.c \
	ui/trace/ui_trace_info.h \
	ui/trace/ui_trace_main.c \
	ui/trace/ui_trace_names.c \
	ui/trace/ui_trace_names.h \
	ui/trace/ui_trace_stat.c \
	ui/trace/ui_trace_stat.h
