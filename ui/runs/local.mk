# Several runs: a database of them, and what changed between two.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/runs/ui_curves_file.c \
	ui/runs/ui_curves_file.h \
	ui/runs/ui_db.c \
	ui/runs/ui_db.h \
	ui/runs/ui_db_add.c \
	ui/runs/ui_db_list.c \
	ui/runs/ui_db_list.h \
	ui/runs/ui_db_pack.c \
	ui/runs/ui_db_pack.h \
	ui/runs/ui_db_run.c \
	ui/runs/ui_db_run.h \
	ui/runs/ui_db_seal.c \
	ui/runs/ui_db_seal.h \
	ui/runs/ui_diff.c \
	ui/runs/ui_diff.h \
	ui/runs/ui_diff_align.c \
	ui/runs/ui_diff_align.h \
	ui/runs/ui_diff_cells.c \
	ui/runs/ui_diff_cells.h \
	ui/runs/ui_diff_estimate.c \
	ui/runs/ui_diff_estimate.h \
	ui/runs/ui_diff_json.c \
	ui/runs/ui_diff_json.h \
	ui/runs/ui_diff_main.c \
	ui/runs/ui_diff_main.h \
	ui/runs/ui_diff_match.c \
	ui/runs/ui_diff_match.h \
	ui/runs/ui_diff_matrix.c \
	ui/runs/ui_diff_matrix.h \
	ui/runs/ui_diff_text.c \
	ui/runs/ui_diff_text.h \
	ui/runs/ui_json_rows.c \
	ui/runs/ui_json_rows.h \
	ui/runs/ui_sweep_rows.c \
	ui/runs/ui_sweep_rows.h \
	ui/runs/ui_tried_file.c \
	ui/runs/ui_tried_file.h
