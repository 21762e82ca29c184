/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_run_files.h: the profiles that a run has left: its own, those of its dumps, of its children, and before exec(). */
#ifndef UI_LAUNCH_RUN_FILES_H
#define UI_LAUNCH_RUN_FILES_H

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* The regular files that have a name as the template of process `pid` says, with any process id and number in the last
 * part of the path, and were changed at `started` or later: char *, sorted. (Profiles of other runs may be among them.)
 * Owned by the caller. */
GPtrArray *ui_run_files(const char *template, pid_t pid, time_t started);

/* Can a file be made at `path`, as far as that can be foreseen? Sets *error if not. */
bool ui_run_file_check(const char *path, GError **error);

#endif
