/* spy_fetched.h: collects the instructions of a block that is being translated, if instruction fetches are simulated.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_block.h"

/* Starts a block. */
void spy_fetched_begin(void);

/* Adds its next instruction, with its place. `bytes`: 0 if it cannot be decoded. */
void spy_fetched_instruction(Addr address, UInt bytes, UInt place);

/* Adds an exit after the last instruction, with its number and its kind of end. */
void spy_fetched_exit(UInt number, spy_end end);

/* Completes the block: from now on, its paths can be fetched by the numbers of their exits. Returns a hash of its
 * code. */
UInt spy_fetched_end(const VexGuestExtents *extents);

/* The translation of a block whose code had that hash is discarded: if the code has changed, or is unmapped, removes it
 * from the instruction caches. */
void spy_fetched_discard(const VexGuestExtents *extents, UInt code_hash);
