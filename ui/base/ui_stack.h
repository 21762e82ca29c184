/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_stack.h: a stack that is large enough, where the limit of the process leaves none. */
#ifndef UI_BASE_STACK_H
#define UI_BASE_STACK_H

#include <stdbool.h>
#include <stddef.h>

/* Calls work(closure) on a thread of its own with a stack of `size` bytes, of which memory is taken only for what is
 * used, and waits for it. The thread gets the signals of the process, as the caller would. Returns false, without a
 * call, if there can be no such thread. */
bool ui_stack_call(size_t size, void (*work)(void *closure), void *closure);

/* Calls work(n, args) and returns its result. If the stack limit (ulimit -s) is below what the command needs, work()
 * runs on a thread with a stack of its own, and other threads get such stacks, too. `failure` is returned, after one
 * message on standard error, if there is no memory for that. */
int ui_stack_run(int (*work)(int n, char **args), int n, char **args, int failure);

#endif
