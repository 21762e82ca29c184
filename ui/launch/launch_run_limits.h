/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_limits.h: refuses programs that Valgrind does not run, before they start. The tool explains limits that a
 * program meets later (memspy/core/spy_limits.def). */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Returns whether Valgrind runs `program` (a path, or a name to search on PATH). If not, *error gives the reason and
 * a remedy. */
bool launch_run_limits_check(const char *program, GError **error);
