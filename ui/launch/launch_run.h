/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run.h: the functions of memspy run for other subcommands, which first run a program. */
#pragma once

#include "ui/base/ui_subcommand.h"

/* Runs a program as memspy run does. args[0] is ignored; the other arguments are those of memspy run. Returns the exit
 * status. Sets *profile to the path of the profile, which the caller frees, or to NULL if there is no profile. */
int launch_run_program(char **args, char **profile);

/* Divides a command line into the words of the subcommand (`ours`) and those of memspy run (`runs`). args[0] to args[n
 * - 1] are the words before "--". `runs` gets "run", "--quiet", the words of `extra` (ended by NULL), the words that
 * are not options of the subcommand, and args[n] and all words after it. Then the user's defaults for memspy run
 * (ui_config.h) are inserted into `runs`. Both arrays end with NULL. The words are not copied. Returns false and sets
 * *error if the file of defaults is wrong. */
bool launch_run_part(const UiSubcommand *subcommand, int n, char **args, const char *const *extra, GPtrArray *ours,
                     GPtrArray *runs, GError **error);
