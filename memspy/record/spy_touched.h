/* spy_touched.h: which pages several processors' recorded references touch in a while, so that it is known whether what
 * one of them does there concerns another.
 *
 *   spy_touched_begin()   a while begins
 *   spy_touched_note()    each processor's references of that while
 *   spy_touched_alone()   asked then
 *
 * Pages are noted by a hash: two may be taken for one, and then concern more processors than they do.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TOUCHED_H
#define MEMSPY_SPY_TOUCHED_H

#include "memspy/record/spy_lane-inl.h"

/* Nothing is noted. */
void spy_touched_begin(void);

/* Notes the references of a lane, in the run under way and in those that begin by `limit`, a key. */
void spy_touched_note(const spy_lane *lane, ULong limit);

/* Whether a processor's references in the run of a block at `at`, which are noted, are to pages that no other's noted
 * references touch, or that all noted references only read. */
Bool spy_touched_alone(UInt processor, const ULong *at);

#endif
