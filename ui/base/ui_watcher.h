/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_watcher.h: a process that watches this one while a program runs in the foreground.
 *
 * It belongs to the same process group and blocks all signals. A signal that is pending there was therefore sent to the
 * group and has reached the program too. If this process dies without stopping the watcher, for example by SIGKILL, the
 * watcher ends the program and cleans up. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* Starts the watcher of `program`, a child of this process. If this process dies, the watcher calls `clean_up`,
 * unless NULL. If the watcher cannot be started, signals count as sent to this process alone. At most one watcher
 * runs. */
void ui_watcher_start(pid_t program, void (*clean_up)(void));

/* Returns whether a signal that this process received was sent to its group, and forgets it. Takes some
 * milliseconds; a signal handler can call it. */
bool ui_watcher_has_got(int number);

/* Ends the watcher, after the program's end. */
void ui_watcher_stop(void);
