/* spy_touched.h: records the pages that several processors' references touch in a while, to find independent runs.
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

/* Whether a processor's recorded references in the run of a block at `at` are to pages that no other processor's
 * recorded references touch, or that all only read. */
Bool spy_touched_alone(UInt processor, const ULong *at);
