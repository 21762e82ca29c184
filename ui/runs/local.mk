# Several profiles side by side.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/runs/runs_main.c \
	ui/runs/runs_main.h \
	ui/runs/runs_output.c \
	ui/runs/runs_output.h \
	ui/runs/runs_table.c \
	ui/runs/runs_table.h
