/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_stack.h: runs code on a large stack if the process has a small stack limit. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Calls work(closure) on a thread with a stack of `size` bytes (only used pages take memory) and waits for it. The
 * thread has all signals of the caller. Returns false, without a call, if the thread cannot be created. */
bool ui_stack_call(size_t size, void (*work)(void *closure), void *closure);

/* Calls work(n, args) and returns its result. If the stack limit (ulimit -s) is too small for the command, work()
 * runs on a thread with a larger stack, and so do other threads. Prints a message and returns `failure` if there is
 * no memory for that. */
int ui_stack_run(int (*work)(int n, char **args), int n, char **args, int failure);
