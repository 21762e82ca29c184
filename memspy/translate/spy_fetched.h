/* spy_fetched.h: collects the instructions of a block that is being translated, if instruction fetches are simulated.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_block.h"

/* Starts a block. */
void spy_fetched_begin(void);

/* Adds the next instruction of the block, with its place. `bytes` is 0 if the instruction cannot be decoded. */
void spy_fetched_instruction(Addr address, UInt bytes, UInt place);

/* Adds an exit after the last instruction, with the exit's number and kind of end. */
void spy_fetched_exit(UInt number, spy_end end);

/* Completes the block: from now on, its paths can be fetched by the numbers of their exits. Returns a hash of its
 * code. */
UInt spy_fetched_end(const VexGuestExtents *extents);

/* Call when the translation of a block whose code had the hash `hash` is discarded. If the code has changed, or is
 * unmapped, removes it from the instruction caches. */
void spy_fetched_discard(const VexGuestExtents *extents, UInt code_hash);
