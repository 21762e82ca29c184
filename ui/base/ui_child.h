/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_child.h: runs a program in the foreground of the terminal, as a shell does. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

/* The type of a function that is called when the program has started. */
typedef void UiChildStarted(pid_t pid, void *closure);

/* Open files that replace the program's standard output and standard error. */
typedef struct {
  int output, error;
} UiChildStreams;

/* Sets the function that is called if this process dies while a program runs. NULL: no function. */
void ui_child_clean_up_by(void (*function)(void));

/* Runs a program in `environment`, and waits for its end. args[0] is the program's path; the array ends with NULL. The
 * program inherits standard input, output and error, but `streams` replaces output and error if it is not NULL. Each
 * signal that this process receives reaches the program exactly once: the kernel delivers signals of the terminal and
 * of the process group, and this process passes on all others. If this process dies, the program is ended. `started`
 * can be NULL. Sets *pid to the program's process id. Sets *status to its exit status as a shell reports it, which is
 * 128 plus the number of the signal if a signal ended the program. Returns false and sets *error if the program could
 * not be started. */
bool ui_child_run(char **args, char **environment, const UiChildStreams *streams, UiChildStarted *started,
                  void *closure, pid_t *pid, int *status, GError **error);
