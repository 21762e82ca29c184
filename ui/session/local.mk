# The session and its commands.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/session/session.c \
	ui/session/session.h \
	ui/session/session_advice.c \
	ui/session/session_change_commands.c \
	ui/session/session_command.c \
	ui/session/session_command.h \
	ui/session/session_command_error.c \
	ui/session/session_command_error.h \
	ui/session/session_command_table.c \
	ui/session/session_command_table.h \
	ui/session/session_commands.c \
	ui/session/session_complete.c \
	ui/session/session_complete.h \
	ui/session/session_find_commands.c \
	ui/session/session_handlers.h \
	ui/session/session_history.c \
	ui/session/session_history.h \
	ui/session/session_last.c \
	ui/session/session_level_command.c \
	ui/session/session_name_file.c \
	ui/session/session_name_file.h \
	ui/session/session_pager.c \
	ui/session/session_pager.h \
	ui/session/session_pager_process.c \
	ui/session/session_pager_process.h \
	ui/session/session_repl.c \
	ui/session/session_repl.h \
	ui/session/session_run.c \
	ui/session/session_run.h \
	ui/session/session_settings.c \
	ui/session/session_settings.h \
	ui/session/session_show.c \
	ui/session/session_show.h \
	ui/session/session_show_commands.c \
	ui/session/session_try_commands.c \
	ui/session/session_undo.c \
	ui/session/session_undo.h
