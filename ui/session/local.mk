# The session and its commands.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/session/ui_apart.c \
	ui/session/ui_apart.h \
	ui/session/ui_change_commands.c \
	ui/session/ui_command.c \
	ui/session/ui_command.h \
	ui/session/ui_command_error.c \
	ui/session/ui_command_error.h \
	ui/session/ui_commands.c \
	ui/session/ui_commands.h \
	ui/session/ui_complete.c \
	ui/session/ui_complete.h \
	ui/session/ui_find_commands.c \
	ui/session/ui_handlers.h \
	ui/session/ui_history.c \
	ui/session/ui_history.h \
	ui/session/ui_level_command.c \
	ui/session/ui_name_file.c \
	ui/session/ui_name_file.h \
	ui/session/ui_pager.c \
	ui/session/ui_pager.h \
	ui/session/ui_session.c \
	ui/session/ui_session.h \
	ui/session/ui_session_commands.c \
	ui/session/ui_session_run.c \
	ui/session/ui_session_run.h \
	ui/session/ui_settings.c \
	ui/session/ui_settings.h \
	ui/session/ui_show.c \
	ui/session/ui_show.h \
	ui/session/ui_show_commands.c \
	ui/session/ui_talk.c \
	ui/session/ui_talk.h \
	ui/session/ui_try_commands.c \
	ui/session/ui_undo.c \
	ui/session/ui_undo.h
