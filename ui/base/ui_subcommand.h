/* ui_subcommand.h: the subcommands of memspy, and what they share.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SUBCOMMAND_H
#define UI_UI_SUBCOMMAND_H

#include <glib.h>

enum { UI_EXIT_GOOD = 0, UI_EXIT_FAILED = 1, UI_EXIT_USAGE = 2 };

/* Each subcommand takes the arguments behind its name, with the name in args[0], ended by NULL, and may move
 * them about; it returns the exit status. */
int ui_show_main(int n, char **args);   /* memspy FILE */
int ui_export_main(int n, char **args); /* memspy export */
int ui_run_main(int n, char **args);    /* memspy run */

/* Reads `options` (ended by an empty entry) from *args, and leaves the rest there, of which
 * there must be `least` to `most` besides args[0]. --help prints what `usage` (the arguments in words) and
 * `help` say and ends the process; so do wrong options, with UI_EXIT_USAGE. */
void ui_subcommand_options(int *n, char ***args, const GOptionEntry *options, const char *usage, const char *help,
                           int least, int most);

/* Prints "memspy: message" to standard error, frees the error, and returns UI_EXIT_FAILED. */
int ui_subcommand_fail(GError *error);

#endif
