# Traces simulated: replayed, and on many machines at once.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/replay/ui_replay.c \
	ui/replay/ui_replay.h \
	ui/replay/ui_replay_ahead.c \
	ui/replay/ui_replay_ahead.h \
	ui/replay/ui_replay_machine.c \
	ui/replay/ui_replay_machine.h \
	ui/replay/ui_replay_main.c \
	ui/replay/ui_replay_tables.c \
	ui/replay/ui_replay_tables.h \
	ui/replay/ui_sweep.c \
	ui/replay/ui_sweep.h \
	ui/replay/ui_sweep_cells.c \
	ui/replay/ui_sweep_cells.h \
	ui/replay/ui_sweep_cells_output.c \
	ui/replay/ui_sweep_cells_output.h \
	ui/replay/ui_sweep_file.c \
	ui/replay/ui_sweep_file.h \
	ui/replay/ui_sweep_main.c \
	ui/replay/ui_sweep_main.h \
	ui/replay/ui_sweep_output.c \
	ui/replay/ui_sweep_output.h \
	ui/replay/ui_sweep_parts.c \
	ui/replay/ui_sweep_parts.h \
	ui/replay/ui_sweep_plan.c \
	ui/replay/ui_sweep_plan.h \
	ui/replay/ui_sweep_report.h \
	ui/replay/ui_sweep_show.c \
	ui/replay/ui_sweep_steps.c \
	ui/replay/ui_sweep_steps.h
