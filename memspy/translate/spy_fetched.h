/* spy_fetched.h: the instructions of a block that is being translated, where instruction fetches are simulated; else
 * all of this does nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_FETCHED_H
#define MEMSPY_SPY_FETCHED_H

#include "memspy/record/spy_block.h"

/* A block begins. */
void spy_fetched_begin(void);

/* Its next instruction, of a place. `bytes`: 0 if nobody knows, because it cannot be decoded. */
void spy_fetched_instruction(Addr address, UInt bytes, UInt place);

/* An exit of that number, behind the last instruction, and how it ends there. */
void spy_fetched_exit(UInt number, spy_end end);

/* The block is complete: its paths, which are called by the numbers of the exits, may be fetched. Returns a hash of its
 * code. */
UInt spy_fetched_end(const VexGuestExtents *extents);

/* The translation of a block whose code had that hash is thrown away: if the code has changed, or is gone, no
 * instruction cache holds it. */
void spy_fetched_discard(const VexGuestExtents *extents, UInt code_hash);

#endif
