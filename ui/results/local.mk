# What sweeps and tried changes found, read from their files.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/results/results_curves_file.c \
	ui/results/results_curves_file.h \
	ui/results/results_json_rows.c \
	ui/results/results_json_rows.h \
	ui/results/results_sweep_rows.c \
	ui/results/results_sweep_rows.h \
	ui/results/results_tried_file.c \
	ui/results/results_tried_file.h
