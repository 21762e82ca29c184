/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_dispatch.h: runs the subcommand or part that a command line names. */
#pragma once

#include "ui/base/ui_subcommand.h"

/* Runs the one of `subcommands` (ended by NULL) whose name is args[0], or its part, with the user's defaults
 * (ui_config.h). Returns its exit status; -1: none has this name. */
int ui_dispatch(const UiSubcommand *const *subcommands, int n, char **args);
