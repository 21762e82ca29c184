/* spy_touched.h: records which processors touch each page in a period (a range of keys), to find independent runs.
 *
 * spy_touched_begin()   begins a period
 * spy_touched_note()    records each processor's references of that period
 * spy_touched_alone()   whether a run is independent
 *
 * Pages are stored by a hash. If two pages collide, they seem to be shared by more processors.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_lane-inl.h"

/* Begins a period: removes all records. */
void spy_touched_begin(void);

/* Records the references of a lane in the current run, and in the runs that begin by the key `limit`. */
void spy_touched_note(const spy_lane *lane, ULong limit);

/* Whether the run of a block at `at` is independent: for each page that it touches, either no other processor's
 * recorded references touch the page, or all only read it. */
Bool spy_touched_alone(UInt processor, const ULong *at);
