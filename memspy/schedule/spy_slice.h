/* spy_slice.h: how long a thread runs before others are looked at, and how what it recorded gets into its processor's
 * lane.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SLICE_H
#define MEMSPY_SPY_SLICE_H

#include "memspy/core/spy_valgrind.h"

/* Words that a thread may record at first in a slice. */
ULong spy_slice_words(ThreadId tid);

/* What the thread does next has nothing to do with what it recorded last: its slice begins with as few words as would
 * be enough if each stood for a whole block. */
void spy_slice_forget(ThreadId tid);

/* Cycles of a thread's next slice; 0: it takes no turns. */
ULong spy_slice_cycles(ThreadId tid);

/* The running thread's queue is full. Returns whether its slice is not over: then there is room again. Else what it has
 * recorded is in its processor's lane. */
Bool spy_slice_goes_on(ThreadId tid);

/* Hands what a thread has recorded up to `end` to its processor's lane. */
void spy_slice_load(ThreadId tid, ULong *end);

/* Whether records of a lane may name a block that was thrown away when lanes had been loaded so often, as
 * spy_slice_loads() said then. */
ULong spy_slice_loads(void);
Bool spy_slice_may_hold(ULong loads);

#endif
