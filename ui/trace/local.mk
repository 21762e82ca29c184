# Traces: the file, and what is in it.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/trace/ui_trace_file.c \
	ui/trace/ui_trace_file.h
