/* spy_polls.h: how often threads that take turns look for signals.
 *
 * The core asks the kernel for signals between the slices of a thread, by three system calls, and takes a slice for
 * 100,000 blocks of code. Threads that wait for each other have slices of some hundred. They ask as often as they would
 * if slices were as long as the core means them to be, and whenever a signal may have been sent from within.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_POLLS_H
#define MEMSPY_SPY_POLLS_H

#include "memspy/core/spy_valgrind.h"

/* Signals may be there, or have been let through: each thread looks after its next slice. */
void spy_polls_are_due(void);

/* Whether a thread has to look after its slice, which then must not go on where it ends. */
Bool spy_polls_awaited(ThreadId tid);

#endif
