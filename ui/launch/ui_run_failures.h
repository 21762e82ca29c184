/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_run_failures.h: files of a run that the tool could not write.
 *
 * The tool never changes the exit status of a program, and a file that is incomplete need not be missing: it may be a
 * device, or lie beside the profile. So the tool reports each such file to the launcher, by a small file in a temporary
 * folder. */
#ifndef UI_UI_RUN_FAILURES_H
#define UI_UI_RUN_FAILURES_H

#include <glib.h>

typedef struct {
  char *folder; /* NULL: there is none */
  char *option; /* of the tool: where it reports */
} UiRunFailures;

/* Makes the folder. If that is not possible, prints a message; no file is reported then. The caller ends with
 * ui_run_failures_end(). */
UiRunFailures ui_run_failures_begin(void);

/* Returns how many files of a run that has ended could not be written. Sets *first to a description of one of them, as
 * "profile PATH", fit for a terminal, owned by the caller; NULL: there is none. */
guint ui_run_failures_count(const UiRunFailures *failures, char **first);

/* Removes the folder and frees the strings. */
void ui_run_failures_end(UiRunFailures *failures);

#endif
