/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run.h: memspy run, for other commands that run a program first. */
#pragma once

#include "ui/base/ui_subcommand.h"

/* Runs a program as memspy run does; args[1] and the following are that command's arguments. Returns the exit
 * status. Sets *profile to the path of the program's profile, or to NULL if it left none; owned by the caller. */
int launch_run_program(char **args, char **profile);

/* Divides a command line with a program, args[0] to args[n - 1] before "--", into the words of the subcommand and those of
 * memspy run. runs: "run", "--quiet", `extra` (ended by NULL), the words that are no options of the subcommand, and args[n]
 * and the following. Both arrays end with NULL; the words are not copied. */
void launch_run_part(const UiSubcommand *subcommand, int n, char **args, const char *const *extra, GPtrArray *ours,
                     GPtrArray *runs);
