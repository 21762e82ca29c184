/* spy_signal_polls.h: limits how often threads that take turns look for signals.
 *
 * The core asks the kernel for signals between the slices of a thread, by three system calls, assuming slices of
 * 100,000 blocks of code. Threads that wait for each other have slices of some hundred. They ask as often as with
 * slices of the core's length, and whenever the program may have sent a signal.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Signals may be pending or have been unblocked: each thread polls for signals at the end of its next slice. */
void spy_signal_polls_are_due(void);

/* Whether a thread must poll for signals at the end of its slice. The slice must then not be extended. */
Bool spy_signal_polls_awaited(ThreadId tid);
