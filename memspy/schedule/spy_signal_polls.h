/* spy_signal_polls.h: limits how often threads that take turns poll for signals.
 *
 * Between two slices of a thread, the core asks the kernel for signals, by three system calls. The core's slices have
 * 100,000 blocks of code. But threads that wait for each other have slices of a few hundred blocks. So such threads
 * poll less often: as often as with slices of the core's length, and whenever the program has possibly sent a signal.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call when signals are possibly pending or were unblocked. Each thread then polls for signals at the end of its next
 * slice. */
void spy_signal_polls_are_due(void);

/* Returns whether a thread must poll for signals at the end of its slice. If so, the slice must not be extended. */
Bool spy_signal_polls_awaited(ThreadId tid);
