/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_run_options.h: options for valgrind and the tool, looked at before they start. */
#ifndef UI_LAUNCH_RUN_OPTIONS_H
#define UI_LAUNCH_RUN_OPTIONS_H

#include "ui/launch/ui_tool.h"

/* What is known of options before valgrind starts. */
typedef enum {
  UI_RUN_OPTIONS_WRONG,   /* one will be refused */
  UI_RUN_OPTIONS_UNKNOWN, /* neither the tool nor valgrind's help has one: valgrind has to say */
  UI_RUN_OPTIONS_RIGHT    /* as far as the tables of the tool tell */
} UiRunOptions;

/* Looks at `n` options for valgrind and its tool. Sets *error if one is wrong. */
UiRunOptions ui_run_options_check(const UiTool *tool, char *const *options, unsigned n, GError **error);

#endif
