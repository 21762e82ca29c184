/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_limits.h: refuses programs that Valgrind cannot run, before they start. The tool itself reports the limits
 * that a program reaches while it runs (memspy/core/spy_limits.def). */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Returns whether Valgrind can run `program` (a path, or a name to search on PATH). If not, sets *error to the reason
 * and a remedy. */
bool launch_run_limits_check(const char *program, GError **error);
