/* spy_slice.h: the length of a thread's slice, and the transfer of its records to its processor's lane.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The words that a thread may record at first in a slice. */
ULong spy_slice_words(ThreadId tid);

/* Call when the thread's next actions are unrelated to its last records: its next slice begins with as few words as if
 * each word were a whole block. */
void spy_slice_forget(ThreadId tid);

/* The cycles of a thread's next slice; 0: it takes no turns. */
ULong spy_slice_cycles(ThreadId tid);

/* Call when the running thread's queue is full. Returns whether its slice continues, with room in the queue. If not,
 * its records are in its processor's lane. */
Bool spy_slice_goes_on(ThreadId tid);

/* Loads a thread's records up to `end` into its processor's lane. */
void spy_slice_load(ThreadId tid, ULong *end);

/* The first: the number of loads of lanes so far. The second: whether records of a lane can name a block that was
 * discarded when that number was `loads`. */
ULong spy_slice_loads(void);
Bool spy_slice_may_hold(ULong loads);
