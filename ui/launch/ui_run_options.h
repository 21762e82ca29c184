/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_run_options.h: checks options for valgrind and the tool before they start. */
#pragma once

#include "ui/launch/ui_tool.h"

/* Result of the check. */
typedef enum {
  UI_RUN_OPTIONS_WRONG,   /* one will be refused */
  UI_RUN_OPTIONS_UNKNOWN, /* one is neither the tool's nor in valgrind's help: valgrind decides */
  UI_RUN_OPTIONS_RIGHT    /* by the tables of the tool */
} UiRunOptions;

/* Checks `n` options for valgrind and its tool. Sets *error if one is wrong. */
UiRunOptions ui_run_options_check(const UiTool *tool, char *const *options, unsigned n, GError **error);
