/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_dispatch.h: runs the subcommand or part that a command line names. */
#pragma once

#include "ui/base/ui_subcommand.h"

/* Runs the subcommand with the name args[0], with the user's defaults (ui_config.h). If it has nested subcommands, runs
 * the one that the arguments name. `subcommands` ends with NULL. Returns the exit status, or -1 if no subcommand has
 * the name args[0]. */
int ui_dispatch(const UiSubcommand *const *subcommands, int n, char **args);
