/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_stack.h: runs code on a large stack if the process has a small stack limit. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Calls work(closure) on a new thread with a stack of `size` bytes, and waits for the thread's end. (Only used pages of
 * the stack take memory.) The thread has the signal mask of the caller. Returns false without calling work() if the
 * thread cannot be created. */
bool ui_stack_call(size_t size, void (*work)(void *closure), void *closure);

/* Calls work(n, args) and returns its result. If the stack limit (ulimit -s) is too small for the command, calls work()
 * on a thread with a larger stack. Other threads then also get larger stacks. If there is not enough memory for the
 * stack, prints a message and returns `failure`. */
int ui_stack_run(int (*work)(int n, char **args), int n, char **args, int failure);
