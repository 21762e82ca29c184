/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_options.h: checks the options for valgrind and the tool before valgrind starts. */
#pragma once

#include "ui/launch/launch_tool.h"

/* The result of a check of options. */
typedef enum {
  LAUNCH_RUN_OPTIONS_WRONG, /* at least one option is wrong, so the tool or valgrind would refuse it */
  /* at least one option is neither in the tables of the tool nor in valgrind's help text, so valgrind itself must check
   * it */
  LAUNCH_RUN_OPTIONS_UNKNOWN,
  LAUNCH_RUN_OPTIONS_RIGHT /* all options are right, according to the tables of the tool */
} LaunchRunOptions;

/* Checks `n` options for valgrind and the tool. Sets *error if one of them is wrong. */
LaunchRunOptions launch_run_options_check(const LaunchTool *tool, char *const *options, unsigned n, GError **error);
