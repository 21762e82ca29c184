/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_processes.h: programs that run under the tool now, as the system's folder of processes (proc(5)) has them. */
#ifndef UI_UI_PROCESSES_H
#define UI_UI_PROCESSES_H

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct {
  pid_t pid;
  char *program; /* and its arguments, as they were given, with blanks between */
} UiProcess;

/* Whether a process runs under the tool. False with *error: there is none of that number, it is another user's, or it
 * runs something else. */
bool ui_process_is_ours(pid_t pid, GError **error);

/* All that do and that we may look at, by number: an array of UiProcess that frees its elements with g_array_unref().
 */
GArray *ui_processes_list(void);

#endif
