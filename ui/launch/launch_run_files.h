/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_files.h: the profiles of a run: its own, those of its dumps, of its children, and those written before
 * exec(). */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* Returns the regular files whose names fit the template of process `pid`, with any process id and number in the
 * last part of the path, and that were changed at `started` or later: char *, sorted. (They can include profiles of
 * other runs.) Owned by the caller. */
GPtrArray *launch_run_files(const char *template, pid_t pid, time_t started);

/* Returns whether a file can probably be created at `path`. Sets *error if not. */
bool launch_run_file_check(const char *path, GError **error);
