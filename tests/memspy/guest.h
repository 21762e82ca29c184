/* guest.h: blocks of a tested program, in the form that the tool uses after their translation, and the records of their
 * runs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "memspy/record/spy_block.h"
#include "tests/coherence/dice.h"
#include "tests/memspy/naive_record.h"

/* A block to be made: its references, the instructions after the last one, and, if side != 0, an exit after that many
 * references and side_tail instructions. */
typedef struct {
  unsigned n;
  struct {
    UInt gap, kind, size, flags; /* flags: BIN_SITE_GUARDED, BIN_SITE_CALL */
  } references[NAIVE_REFERENCES];
  unsigned tail, side, side_tail;
  spy_end end;
} guest_shape;

typedef struct {
  spy_block *block;
  unsigned n_exits;
  naive_run runs[2]; /* by exit: the one at the end, and the one on the side */
} guest_block;

/* Returns a random block with at most `most` references, whose sizes are powers of two up to 8; `only_reads`: there are
 * no stores. */
guest_shape guest_shape_make(dice *d, unsigned most, Bool only_reads);

/* Returns a random block, in most cases with few references. Unless it only reads, some references are guarded, some
 * are calls, and the block may end with a call or return. */
guest_shape guest_shape_make_calling(dice *d, unsigned most, Bool only_reads);

/* Makes the machine of the default preset and its account, with a table that contains place 0. */
void guest_account_make(void);

/* Makes the tool's data of a translated block: its instructions are of a place, at an address. `traced`: its references
 * become points of a trace. The frame of instruction i (from 0) is code + 1 + i. */
void guest_block_make(guest_block *block, const guest_shape *shape, UInt place, Addr code, Bool traced);

/* Makes a run of a block with the addresses of its references. Returns its record; also writes it to a thread's
 * queue. */
naive_record guest_run(const guest_block *block, unsigned exit, const ULong *addresses);
void guest_record(ThreadId tid, const naive_record *record);
