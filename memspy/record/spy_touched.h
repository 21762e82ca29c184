/* spy_touched.h: records which processors touch each page in a while (a range of keys), to find independent runs.
 *
 * spy_touched_begin()   begins a while
 * spy_touched_note()    records each processor's references of that while
 * spy_touched_alone()   whether a run is independent
 *
 * Pages are stored by a hash: a collision makes pages seem shared by more processors.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_lane-inl.h"

/* Removes all records. */
void spy_touched_begin(void);

/* Records the references of a lane, in the current run and in those that begin by `limit`, a key. */
void spy_touched_note(const spy_lane *lane, ULong limit);

/* Whether the run of a block at `at` is independent: each page that it touches is touched by no other processor's
 * recorded references, or is only read by all. */
Bool spy_touched_alone(UInt processor, const ULong *at);
