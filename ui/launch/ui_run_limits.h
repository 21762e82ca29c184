/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_run_limits.h: programs that Valgrind does not run, refused before they start. What a program meets later is
 * explained by the tool (memspy/core/spy_limits.def). */
#ifndef UI_LAUNCH_RUN_LIMITS_H
#define UI_LAUNCH_RUN_LIMITS_H

#include <glib.h>
#include <stdbool.h>

/* Whether Valgrind runs `program` (a path, or a name to be looked for as the shell does). False with *error: what it
 * is, and what to run in its place. */
bool ui_run_limits_check(const char *program, GError **error);

#endif
