/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_options.h: checks the options for valgrind and the tool before valgrind starts. */
#pragma once

#include "ui/launch/launch_tool.h"

/* Result of the check. */
typedef enum {
  LAUNCH_RUN_OPTIONS_WRONG, /* one will be refused */
  /* whether some option is neither the tool's nor in valgrind's help text, so valgrind must decide about it */
  LAUNCH_RUN_OPTIONS_UNKNOWN,
  LAUNCH_RUN_OPTIONS_RIGHT /* by the tables of the tool */
} LaunchRunOptions;

/* Checks `n` options for valgrind and the tool. Sets *error if one of them is wrong. */
LaunchRunOptions launch_run_options_check(const LaunchTool *tool, char *const *options, unsigned n, GError **error);
