/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_handlers.h: the functions that run commands, and the functions that list the words for arguments, by topic.
 * The table in session_command_table.c describes the commands. */
#pragma once

#include "ui/session/session_command.h"

/* session_show_commands.c: show the matrix and its parts. */
SessionHandler session_handle_display_all, session_handle_matrix, session_handle_processors, session_handle_curves,
    session_handle_ranks, session_handle_phases, session_handle_stages, session_handle_time, session_handle_fullname;
SessionChoice session_choice_stage;

/* session_find_commands.c: commands that show the causes of misses. */
SessionHandler session_handle_advice, session_handle_paths, session_handle_callers, session_handle_source,
    session_handle_lines, session_handle_evictors, session_handle_invalidators, session_handle_sharing,
    session_handle_references, session_handle_fetches, session_handle_translation, session_handle_prefetching,
    session_handle_traffic, session_handle_overlap;

/* session_try_commands.c: find savings by changed layouts. */
SessionHandler session_handle_what_if, session_handle_try;

/* session_change_commands.c and session_level_command.c: change the view. */
SessionHandler session_handle_rename, session_handle_combine, session_handle_sort, session_handle_filter,
    session_handle_level, session_handle_undo, session_handle_redo;
SessionChoice session_choice_sort, session_choice_direction, session_choice_filter, session_choice_condition,
    session_choice_axis, session_choice_level_axis, session_choice_level;

/* session_commands.c: control the session. */
SessionHandler session_handle_set, session_handle_save, session_handle_load, session_handle_help, session_handle_quit;
SessionChoice session_choice_setting, session_choice_value;
