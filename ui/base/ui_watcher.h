/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_watcher.h: a process that watches this one while a program runs in the foreground.
 *
 * It is in the same group of processes and blocks all signals. So a signal that is pending there was sent to the group,
 * and has reached the program, too. When this process dies without having stopped the watcher, such as by SIGKILL, the
 * watcher ends the program and cleans up. */
#ifndef UI_UI_WATCHER_H
#define UI_UI_WATCHER_H

#include <stdbool.h>
#include <sys/types.h>

/* Starts the watcher of `program`, a child of this process. `clean_up` is called in the watcher if this process dies;
 * NULL: nothing is. Without a watcher, if the system has no process left, signals count as sent to this process alone.
 * Only one at a time. */
void ui_watcher_start(pid_t program, void (*clean_up)(void));

/* Returns whether a signal that has reached this process was sent to its group, and forgets that. Can be called by a
 * handler of signals, which takes some milliseconds. */
bool ui_watcher_has_got(int number);

/* The program has ended. */
void ui_watcher_stop(void);

#endif
