/* spy_stack.h: finds where a thread's stack is. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_STACK_H
#define MEMSPY_SPY_STACK_H

#include "memspy/core/spy_valgrind.h"

/* Finds the stack of a thread that is about to run for the first time, and queues the event. A stack that lies among
 * other data is none: its memory keeps the name that it has. */
void spy_stack_begin(ThreadId tid);

#endif
