/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_watcher.h: a second process that watches this process while a program runs in the foreground.
 *
 * The watcher belongs to the same process group, and blocks all signals. Therefore, a signal that is pending in the
 * watcher was sent to the whole group, and has also reached the program. If this process dies without stopping the
 * watcher, for example by SIGKILL, the watcher ends the program and cleans up. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* Starts the watcher of `program`, which is a child of this process. If this process dies, the watcher calls
 * `clean_up`, unless it is NULL. If the watcher cannot be started, all signals count as sent only to this process. At
 * most one watcher can run. */
void ui_watcher_start(pid_t program, void (*clean_up)(void));

/* Returns whether a signal that this process received was sent to the whole process group. After the call, the watcher
 * no longer has this signal. The call takes some milliseconds. A signal handler can call this function. */
bool ui_watcher_has_got(int number);

/* Ends the watcher. Call this after the end of the program. */
void ui_watcher_stop(void);
