/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_show.h: memspy show, for a profile that is not in a file of the user. */
#pragma once

/* Runs a session of the profile in file `path`, with the options of ui_show_subcommand, which the caller has parsed.
 * Stores names in the folder of the file `beside`. Returns the exit status. */
int session_show_file(const char *path, const char *beside);
