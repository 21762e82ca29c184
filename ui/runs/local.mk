# Several runs: what changed between two of them.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/runs/ui_diff.c \
	ui/runs/ui_diff.h \
	ui/runs/ui_diff_json.c \
	ui/runs/ui_diff_json.h \
	ui/runs/ui_diff_main.c \
	ui/runs/ui_diff_matrix.c \
	ui/runs/ui_diff_matrix.h \
	ui/runs/ui_diff_text.c \
	ui/runs/ui_diff_text.h
