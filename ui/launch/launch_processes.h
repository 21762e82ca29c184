/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_processes.h: finds the programs that currently run under the tool, in /proc (proc(5)). */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct {
  pid_t pid;
  char *program; /* the program and its arguments, separated by spaces */
} LaunchProcess;

/* Returns whether a process runs under the tool. If there is no such process, if it belongs to another user, or if it
 * does not run under the tool, sets *error. */
bool launch_process_is_ours(pid_t pid, GError **error);

/* Returns the user's processes that run under the tool, sorted by process id, as an array of LaunchProcess. The array
 * frees its elements. */
GArray *launch_processes_list(void);
