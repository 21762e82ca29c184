/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_files.h: finds all profiles of a program: its last one, those of dumps, those of child processes, and
 * those written before exec(). */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* Returns the paths of the regular files that match a template and were changed at `started` or later, as a sorted
 * array of char *. The folder is that of the template for process `pid`. In the file name, %p and %n match any process
 * id and number, so the files can include profiles of other programs. The caller frees the array. */
GPtrArray *launch_run_files(const char *template, pid_t pid, time_t started);

/* Returns whether a file can probably be created at `path`. If not, sets *error. */
bool launch_run_file_check(const char *path, GError **error);
