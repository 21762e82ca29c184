/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_child.h: runs a program in the foreground, as if the user had started it himself. */
#ifndef UI_UI_CHILD_H
#define UI_UI_CHILD_H

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

/* Is told when the program has been started; NULL: nobody is. */
typedef void UiChildStarted(pid_t pid, void *closure);

/* Standard output and error of a program that are not ours: files that are open. */
typedef struct {
  int output, error;
} UiChildStreams;

/* What is to be done if this process dies while a program runs; NULL: nothing. */
void ui_child_clean_up_by(void (*function)(void));

/* Runs `args` (args[0] is the path of the program; ended by NULL) in `environment` with our standard input, output and
 * error (but for `streams`; NULL: with all of ours), and waits for its end. Signals go to it, not to us, and
 * each once: those of the terminal, and of the group, reach it anyhow, others are passed on. If this process dies, it
 * is ended. Sets *pid to its process id and *status to its exit status as a shell reports it: 128 + the signal that
 * ended it. Returns false and sets *error when it could not be started. */
bool ui_child_run(char **args, char **environment, const UiChildStreams *streams, UiChildStarted *started,
                  void *closure, pid_t *pid, int *status, GError **error);

#endif
