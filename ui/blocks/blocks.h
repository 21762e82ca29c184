/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks.h: the basic blocks of traced code: their executions, and the strides of their references.
 *
 * A trace contains references, not jumps. So a block is a sequence of instructions that refer to memory, which threads
 * only entered at its first instruction and only left at its last (blocks_block_path.h). A call or return ends it; a
 * branch that was never taken does not. */
#pragma once

#include "ui/blocks/blocks_block_strides.h"
#include "ui/trace/events_trace_file.h"

typedef struct {
  uint64_t address, last; /* first and last instruction that refers to memory, at run time; 0: unknown */
  uint32_t place;         /* place of the first one */
  uint64_t instructions;  /* from the first to the last, including instructions that do not refer to memory */
  uint64_t executions;
  uint64_t strides[BLOCKS_STRIDES]; /* references by class; a modify is one reference */
} BlocksBlock;

typedef struct {
  BlocksBlock *blocks; /* sorted by address */
  uint32_t n;
  uint32_t *of_sources; /* block of each source of the trace; 0 for sources without references */
} Blocks;

/* Finds the blocks, and shows the progress. Ignores references while collection is off; TRACE_ZERO resets all counts.
 * Returns NULL and sets *error if the trace is damaged. Free the result with blocks_free(), which accepts NULL. */
Blocks *blocks_new(const EventsTraceFile *trace, GError **error);
void blocks_free(Blocks *blocks);
