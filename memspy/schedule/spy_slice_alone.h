/* spy_slice_alone.h: drains the slice of a thread before it is loaded into a lane, while all other threads wait.
 *
 * Whether a slice goes on depends on the cycles of its instructions. While no other processor can act, the records of
 * the slice can be simulated at once, and the drain adds these cycles: so the records are passed only once. If the slice
 * goes on, the clock of its processor is set back until the slice is loaded, since the program and the schedule must see
 * the clock of the start of the slice.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether no other thread can act before the running thread `tid` does, and the records of this thread can be
 * drained at once. */
Bool spy_slice_alone_is_possible(ThreadId tid);

/* Drains the records of the slice of `tid` up to `end`. The lane of its processor must be empty. Returns the cycles of
 * the instructions of the slice, without stalls. */
ULong spy_slice_alone_drain(ThreadId tid, const ULong *end);

/* Call if the slice goes on: sets back the clock. */
void spy_slice_alone_goes_on(void);

/* Returns the number of words of the running slice that were drained. */
ULong spy_slice_alone_words(void);

/* Call when the slice is loaded: sets the clock to the end of the drained records. Returns the number of words of the
 * slice that were drained. */
ULong spy_slice_alone_end(void);

/* Returns the number of true sharing misses of a processor at the start of the slice that its thread runs. */
ULong spy_slice_alone_sharing(UInt processor);
