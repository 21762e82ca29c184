/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_failures.h: files of a run that the tool could not write, and functions of options that were not called.
 *
 * The tool never changes a program's exit status, and an incomplete file can exist: it can be a device, or a file next
 * to the profile. So the tool reports each such file to the launcher by a small file in a temporary folder. */
#pragma once

#include <glib.h>

typedef struct {
  char *folder; /* NULL: none */
  char *option; /* the tool's option for the place of its reports */
} LaunchRunFailures;

/* Creates the folder. If that fails, prints a message, and no file will be reported. The caller ends with
 * launch_run_failures_end(). */
LaunchRunFailures launch_run_failures_begin(void);

/* Returns the number of files that an ended run could not write. Sets *first to a description of one of them,
 * "profile PATH", printable, owned by the caller; NULL: none. */
guint launch_run_failures_count(const LaunchRunFailures *failures, char **first);

/* Returns, for each pattern of --toggle-collect or --trace-function that no function of any process of an ended run
 * matched, a text "PATTERN was called: REASON", printable, for a message that begins with "no function". The caller frees
 * the array and its texts. */
GPtrArray *launch_run_failures_missed(const LaunchRunFailures *failures);

/* Removes the folder and frees the strings. */
void launch_run_failures_end(LaunchRunFailures *failures);
