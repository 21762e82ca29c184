/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_failures.h: collects the files that the tool could not write, and the functions of options that were not
 * called.
 *
 * The launcher cannot detect a failed write from the program's exit status, which the tool never changes, or from the
 * files. So the tool reports each file that it could not write, by creating a small file in a temporary folder of the
 * launcher. */
#pragma once

#include <glib.h>

typedef struct {
  char *folder; /* NULL: none */
  char *option; /* the option that passes the path for reports to the tool */
} LaunchRunFailures;

/* Creates the folder for reports. If this fails, prints a message, and no failures will be reported. The caller ends
 * with launch_run_failures_end(). */
LaunchRunFailures launch_run_failures_begin(void);

/* Returns the number of files that the tool could not write. Call it after the program has ended. Sets *first to a
 * printable description of one of the files, such as "profile PATH", or to NULL if there is none. The caller frees the
 * description. */
guint launch_run_failures_count(const LaunchRunFailures *failures, char **first);

/* Returns the patterns of --toggle-collect, --count or --trace-function that no executed function of any process matched. Call
 * it after the program has ended. Each element is a printable text "PATTERN was called: REASON" for a message that
 * begins with "no function". The caller frees the array and its texts. */
GPtrArray *launch_run_failures_missed(const LaunchRunFailures *failures);

/* Removes the folder for reports and frees the strings. */
void launch_run_failures_end(LaunchRunFailures *failures);
