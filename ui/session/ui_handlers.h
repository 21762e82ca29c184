/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_handlers.h: the functions that run the commands, and those that list words for arguments, by topic. The table in
 * ui_commands.c describes the commands. */
#pragma once

#include "ui/session/ui_command.h"

/* ui_show_commands.c: the matrix and parts of it. */
UiHandler ui_handle_display_all, ui_handle_matrix, ui_handle_processors, ui_handle_curves, ui_handle_ranks,
    ui_handle_phases, ui_handle_time, ui_handle_fullname;

/* ui_find_commands.c: causes. */
UiHandler ui_handle_advice, ui_handle_source, ui_handle_lines, ui_handle_evictors, ui_handle_invalidators,
    ui_handle_sharing, ui_handle_references, ui_handle_fetches, ui_handle_translation, ui_handle_prefetching,
    ui_handle_traffic;

/* ui_try_commands.c: savings by changed layouts. */
UiHandler ui_handle_what_if, ui_handle_try;

/* ui_change_commands.c and ui_level_command.c: changes of the view. */
UiHandler ui_handle_rename, ui_handle_combine, ui_handle_sort, ui_handle_filter, ui_handle_level, ui_handle_undo,
    ui_handle_redo;
UiChoice ui_choice_sort, ui_choice_direction, ui_choice_filter, ui_choice_condition, ui_choice_axis,
    ui_choice_level_axis, ui_choice_level;

/* ui_session_commands.c: the session. */
UiHandler ui_handle_set, ui_handle_save, ui_handle_load, ui_handle_help, ui_handle_quit;
UiChoice ui_choice_setting, ui_choice_value;
