/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks.h: the basic blocks of traced code: their executions, and the strides of their references.
 *
 * A trace contains references, not jumps. So a block is a sequence of instructions that refer to memory. Threads only
 * entered it at its first instruction, and only left it at its last instruction (blocks_block_path.h). A call or return
 * ends a block; a branch that was never taken does not. */
#pragma once

#include "ui/blocks/blocks_block_strides.h"
#include "ui/trace/events_trace_file.h"

typedef struct {
  uint64_t address, last; /* run-time addresses of the first and the last instruction that refer to memory; 0: not
                             known */
  uint32_t place;         /* place of the first of these instructions */
  uint64_t instructions;  /* number of instructions from the first to the last, including those that do not refer to
                             memory */
  uint64_t executions;
  uint64_t strides[BLOCKS_STRIDES]; /* number of references by class of stride; a modify is one reference */
} BlocksBlock;

typedef struct {
  BlocksBlock *blocks; /* sorted by address */
  uint32_t n;
  uint32_t *of_sources; /* block of each source of the trace; 0 for sources without references */
} Blocks;

/* Finds the blocks, and shows the progress. Ignores references while collection is off; an event TRACE_ZERO resets all
 * counts. Returns NULL and sets *error if the trace is damaged. Free the result with blocks_free(), which accepts
 * NULL. */
Blocks *blocks_new(const EventsTraceFile *trace, GError **error);
void blocks_free(Blocks *blocks);
