/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_show.h: memspy show, for a profile that is not in a file of the user. */
#pragma once

#include <stdbool.h>

/* Runs a session of the profile in file `path`, with the options of ui_show_subcommand, which the caller has parsed.
 * Stores names in the folder of the file `beside`. Returns the exit status. */
int session_show_file(const char *path, const char *beside);

/* Runs commands in a session of the profile in file `path`, without questions, and ends. The commands are those of
 * `each`, which NULL terminates. If `each` is NULL, the options of memspy show determine the commands. Returns the exit
 * status. */
int session_show_commands(const char *path, const char *beside, char *const *each);

/* The options of memspy show: whether to use debug information, and the names that the user saved; where to look for
 * source files (NULL: nowhere else). */
bool session_show_debug_info(void);
bool session_show_keys(void);
const char *session_show_sources(void);
