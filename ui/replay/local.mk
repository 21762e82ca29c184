# Traces simulated: replayed, and on many machines at once.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/replay/replay.c \
	ui/replay/replay.h \
	ui/replay/replay_ahead.c \
	ui/replay/replay_ahead.h \
	ui/replay/replay_machine.c \
	ui/replay/replay_machine.h \
	ui/replay/replay_main.c \
	ui/replay/replay_sweep.c \
	ui/replay/replay_sweep.h \
	ui/replay/replay_sweep_cells.c \
	ui/replay/replay_sweep_cells.h \
	ui/replay/replay_sweep_cells_output.c \
	ui/replay/replay_sweep_cells_output.h \
	ui/replay/replay_sweep_file.c \
	ui/replay/replay_sweep_file.h \
	ui/replay/replay_sweep_main.c \
	ui/replay/replay_sweep_main.h \
	ui/replay/replay_sweep_output.c \
	ui/replay/replay_sweep_output.h \
	ui/replay/replay_sweep_parts.c \
	ui/replay/replay_sweep_parts.h \
	ui/replay/replay_sweep_plan.c \
	ui/replay/replay_sweep_plan.h \
	ui/replay/replay_sweep_report.h \
	ui/replay/replay_sweep_show.c \
	ui/replay/replay_sweep_steps.c \
	ui/replay/replay_sweep_steps.h \
	ui/replay/replay_tables.c \
	ui/replay/replay_tables.h
