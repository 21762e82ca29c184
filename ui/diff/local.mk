# Two profiles side by side.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/diff/diff.c \
	ui/diff/diff.h \
	ui/diff/diff_align.c \
	ui/diff/diff_align.h \
	ui/diff/diff_cells.c \
	ui/diff/diff_cells.h \
	ui/diff/diff_estimate.c \
	ui/diff/diff_estimate.h \
	ui/diff/diff_findings.c \
	ui/diff/diff_findings.h \
	ui/diff/diff_json.c \
	ui/diff/diff_json.h \
	ui/diff/diff_main.c \
	ui/diff/diff_main.h \
	ui/diff/diff_match.c \
	ui/diff/diff_match.h \
	ui/diff/diff_matrix.c \
	ui/diff/diff_matrix.h \
	ui/diff/diff_text.c \
	ui/diff/diff_text.h
