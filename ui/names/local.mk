# What bins and segments are called, and their types.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/names/name_bin_types.c \
	ui/names/name_bin_types.h \
	ui/names/name_code_scope.c \
	ui/names/name_code_scope.h \
	ui/names/name_debug.c \
	ui/names/name_debug.h \
	ui/names/name_die.c \
	ui/names/name_die.h \
	ui/names/name_files.c \
	ui/names/name_files.h \
	ui/names/name_frame.c \
	ui/names/name_frame.h \
	ui/names/name_functions.c \
	ui/names/name_functions.h \
	ui/names/name_inflated.c \
	ui/names/name_inflated.h \
	ui/names/name_kept_names.c \
	ui/names/name_kept_names.h \
	ui/names/name_level_names.c \
	ui/names/name_level_names.h \
	ui/names/name_module.c \
	ui/names/name_module.h \
	ui/names/name_of_bin.c \
	ui/names/name_of_bin.h \
	ui/names/name_open.c \
	ui/names/name_open.h \
	ui/names/name_pointers.c \
	ui/names/name_pointers.h \
	ui/names/name_program_text.c \
	ui/names/name_program_text.h \
	ui/names/name_receiver.c \
	ui/names/name_receiver.h \
	ui/names/name_recursion.c \
	ui/names/name_recursion.h \
	ui/names/name_result.h \
	ui/names/name_search.c \
	ui/names/name_search.h \
	ui/names/name_search_context.c \
	ui/names/name_search_context.h \
	ui/names/name_slots.c \
	ui/names/name_slots.h \
	ui/names/name_statement.c \
	ui/names/name_statement.h \
	ui/names/name_statement_text.c \
	ui/names/name_statement_text.h \
	ui/names/name_static.c \
	ui/names/name_static.h \
	ui/names/name_static_names.c \
	ui/names/name_static_names.h \
	ui/names/name_symbol.c \
	ui/names/name_symbol.h \
	ui/names/name_table.c \
	ui/names/name_table.h \
	ui/names/name_type_name.c \
	ui/names/name_type_name.h \
	ui/names/name_type_walk.c \
	ui/names/name_type_walk.h \
	ui/names/name_types.c \
	ui/names/name_types.h \
	ui/names/name_user_calls.c \
	ui/names/name_user_calls.h \
	ui/names/name_user_lines.c \
	ui/names/name_user_lines.h
