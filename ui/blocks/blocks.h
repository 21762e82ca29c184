/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks.h: finds the basic blocks of traced code, with their numbers of executions, and the strides of their
 * references.
 *
 * A trace contains references, not jumps. Therefore, a block is a sequence of instructions that refer to memory, which
 * all threads entered only at the first instruction and left only at the last one (blocks_block_path.h). A call or
 * return ends a block; a branch that was never taken does not. */
#pragma once

#include "ui/blocks/blocks_block_strides.h"
#include "ui/trace/events_trace_file.h"

typedef struct {
  uint64_t address, last; /* run-time addresses of the first and the last instruction that refer to memory; 0:
                             unknown */
  uint32_t place;         /* number of the place of the first instruction that refers to memory */
  uint64_t instructions;  /* number of instructions from the first to the last one, including those that do not refer to
                             memory */
  uint64_t executions;
  uint64_t strides[BLOCKS_STRIDES]; /* number of references by class of stride; a read-modify-write counts as one
                                       reference */
} BlocksBlock;

typedef struct {
  BlocksBlock *blocks; /* the blocks, sorted by address */
  uint32_t n;
  uint32_t *of_sources; /* for each source of the trace: number of its block; 0 for sources without references */
} Blocks;

/* Finds the basic blocks of a trace, and shows the progress. Ignores references while collection is off. An event
 * TRACE_ZERO resets all counts. Returns NULL and sets *error if the trace is damaged. The caller frees the result with
 * blocks_free(), which accepts NULL. */
Blocks *blocks_new(const EventsTraceFile *trace, GError **error);
void blocks_free(Blocks *blocks);
