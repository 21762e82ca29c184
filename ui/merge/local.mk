# The profiles of the ranks of a message-passing program, made one.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/merge/merge.c \
	ui/merge/merge.h \
	ui/merge/merge_bins.c \
	ui/merge/merge_bins.h \
	ui/merge/merge_files.c \
	ui/merge/merge_files.h \
	ui/merge/merge_index.c \
	ui/merge/merge_index.h \
	ui/merge/merge_lines.c \
	ui/merge/merge_lines.h \
	ui/merge/merge_main.c \
	ui/merge/merge_names.c \
	ui/merge/merge_names.h \
	ui/merge/merge_ranks.c \
	ui/merge/merge_ranks.h \
	ui/merge/merge_rows.c \
	ui/merge/merge_rows.h
