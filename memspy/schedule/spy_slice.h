/* spy_slice.h: computes the length of a thread's slice, and transfers the thread's records to the lane of its
 * processor.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns the number of words that a thread may record at first in a slice. */
ULong spy_slice_words(ThreadId tid);

/* Call when the thread's next actions are unrelated to its last records. The number of words of its next slice is then
 * small at first, as if each word were a whole block. */
void spy_slice_forget(ThreadId tid);

/* Returns the length of a thread's next slice in cycles, or 0 if the thread takes no turns. */
ULong spy_slice_cycles(ThreadId tid);

/* Call when the running thread's queue is full. Returns whether the thread's slice continues, with room in the queue.
 * If not, the records are now in the lane of the thread's processor. */
Bool spy_slice_goes_on(ThreadId tid);

/* Moves a thread's records up to `end` into its processor's lane. */
void spy_slice_load(ThreadId tid, ULong *end);

/* The first function returns the number of loads of lanes so far. The second returns whether records in a lane can
 * still belong to a block that was discarded when this number was `loads`. */
ULong spy_slice_loads(void);
Bool spy_slice_may_hold(ULong loads);
