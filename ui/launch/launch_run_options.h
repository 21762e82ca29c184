/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_options.h: checks options for valgrind and the tool before they start. */
#pragma once

#include "ui/launch/launch_tool.h"

/* Result of the check. */
typedef enum {
  LAUNCH_RUN_OPTIONS_WRONG,   /* one will be refused */
  LAUNCH_RUN_OPTIONS_UNKNOWN, /* one is neither the tool's nor in valgrind's help: valgrind decides */
  LAUNCH_RUN_OPTIONS_RIGHT    /* by the tables of the tool */
} LaunchRunOptions;

/* Checks `n` options for valgrind and its tool. Sets *error if one is wrong. */
LaunchRunOptions launch_run_options_check(const LaunchTool *tool, char *const *options, unsigned n, GError **error);
