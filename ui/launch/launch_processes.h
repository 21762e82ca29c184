/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_processes.h: programs that run under the tool now, from /proc (proc(5)). */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct {
  pid_t pid;
  char *program; /* with its arguments, separated by blanks */
} LaunchProcess;

/* Returns whether a process runs under the tool. Returns false and sets *error if there is no such process, it is
 * another user's, or it runs another program. */
bool launch_process_is_ours(pid_t pid, GError **error);

/* Returns the user's processes under the tool, by number: an array of LaunchProcess that frees its elements. */
GArray *launch_processes_list(void);
