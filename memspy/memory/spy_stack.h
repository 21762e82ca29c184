/* spy_stack.h: finds the stack of a thread. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Finds the stack of a thread that is about to run for the first time, and queues the event for it. If the stack is
 * among other data, no event is queued, and the memory keeps its bin. */
void spy_stack_begin(ThreadId tid);
