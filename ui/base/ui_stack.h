/* ui_stack.h: a stack that is large enough, where the limit of the process leaves none.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_BASE_STACK_H
#define UI_BASE_STACK_H

/* Calls work(n, args) and returns its result. If the stack limit (ulimit -s) is below what the command needs, work()
 * runs on a thread with a stack of its own, and other threads get such stacks, too. `failure` is returned, after one
 * message on standard error, if there is no memory for that. */
int ui_stack_run(int (*work)(int n, char **args), int n, char **args, int failure);

#endif
