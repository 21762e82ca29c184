/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_child.h: runs a program in the foreground, as a shell does. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

/* Called when the program has started. */
typedef void UiChildStarted(pid_t pid, void *closure);

/* Open files for the program's standard output and error. */
typedef struct {
  int output, error;
} UiChildStreams;

/* Sets the function to call if this process dies while a program runs. NULL: none. */
void ui_child_clean_up_by(void (*function)(void));

/* Runs `args` (args[0] is the program's path; ends with NULL) in `environment` and waits for its end. The program
 * inherits standard input, output and error; `streams`, if not NULL, replaces output and error. Signals that this
 * process receives go to the program, each once: the kernel delivers those of the terminal and of the group, the
 * others are passed on. If this process dies, the program is ended. `started` may be NULL. Sets *pid to its process
 * id and *status to its exit status as a shell reports it: 128 + the number of the signal that ended it. Returns
 * false and sets *error if it could not be started. */
bool ui_child_run(char **args, char **environment, const UiChildStreams *streams, UiChildStarted *started,
                  void *closure, pid_t *pid, int *status, GError **error);
