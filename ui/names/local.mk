# What bins and segments are called, and their types.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/names/ui_bin_name.c \
	ui/names/ui_bin_name.h \
	ui/names/ui_bin_types.c \
	ui/names/ui_bin_types.h \
	ui/names/ui_code_scope.c \
	ui/names/ui_code_scope.h \
	ui/names/ui_debug.c \
	ui/names/ui_debug.h \
	ui/names/ui_die.c \
	ui/names/ui_die.h \
	ui/names/ui_find.c \
	ui/names/ui_find.h \
	ui/names/ui_finder.c \
	ui/names/ui_finder.h \
	ui/names/ui_found.h \
	ui/names/ui_frame.c \
	ui/names/ui_frame.h \
	ui/names/ui_functions.c \
	ui/names/ui_functions.h \
	ui/names/ui_holders.c \
	ui/names/ui_holders.h \
	ui/names/ui_kept_names.c \
	ui/names/ui_kept_names.h \
	ui/names/ui_level_names.c \
	ui/names/ui_level_names.h \
	ui/names/ui_module.c \
	ui/names/ui_module.h \
	ui/names/ui_names.c \
	ui/names/ui_names.h \
	ui/names/ui_open.c \
	ui/names/ui_open.h \
	ui/names/ui_program_text.c \
	ui/names/ui_program_text.h \
	ui/names/ui_receiver.c \
	ui/names/ui_receiver.h \
	ui/names/ui_recursion.c \
	ui/names/ui_recursion.h \
	ui/names/ui_slots.c \
	ui/names/ui_slots.h \
	ui/names/ui_statement.c \
	ui/names/ui_statement.h \
	ui/names/ui_statement_text.c \
	ui/names/ui_statement_text.h \
	ui/names/ui_static.c \
	ui/names/ui_static.h \
	ui/names/ui_static_names.c \
	ui/names/ui_static_names.h \
	ui/names/ui_symbol.c \
	ui/names/ui_symbol.h \
	ui/names/ui_type_name.c \
	ui/names/ui_type_name.h \
	ui/names/ui_type_walk.c \
	ui/names/ui_type_walk.h \
	ui/names/ui_types.c \
	ui/names/ui_types.h \
	ui/names/ui_user_lines.c \
	ui/names/ui_user_lines.h
