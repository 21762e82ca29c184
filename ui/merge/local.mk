# The profiles of the ranks of a message-passing program, made one.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/merge/ui_merge.c \
	ui/merge/ui_merge.h \
	ui/merge/ui_merge_bins.c \
	ui/merge/ui_merge_bins.h \
	ui/merge/ui_merge_files.c \
	ui/merge/ui_merge_files.h \
	ui/merge/ui_merge_index.c \
	ui/merge/ui_merge_index.h \
	ui/merge/ui_merge_lines.c \
	ui/merge/ui_merge_lines.h \
	ui/merge/ui_merge_main.c \
	ui/merge/ui_merge_names.c \
	ui/merge/ui_merge_names.h \
	ui/merge/ui_merge_ranks.c \
	ui/merge/ui_merge_ranks.h \
	ui/merge/ui_merge_rows.c \
	ui/merge/ui_merge_rows.h
