/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_blocks.h: the basic blocks of traced code: their executions, and the strides of their references.
 *
 * A trace contains references, not jumps. So a block is a sequence of instructions that refer to memory, which threads
 * only entered at its first instruction and only left at its last (ui_block_path.h). A call or return ends it; a branch
 * that was never taken does not. */
#pragma once

#include "ui/blocks/ui_block_strides.h"
#include "ui/trace/ui_trace_file.h"

typedef struct {
  uint64_t address, last; /* first and last instruction that refers to memory, at run time; 0: unknown */
  uint32_t place;         /* place of the first one */
  uint64_t instructions;  /* from the first to the last, including instructions that do not refer to memory */
  uint64_t executions;
  uint64_t strides[UI_STRIDES]; /* references by class; a modify is one reference */
} UiBlock;

typedef struct {
  UiBlock *blocks; /* sorted by address */
  uint32_t n;
  uint32_t *of_sources; /* block of each source of the trace; 0 for sources without references */
} UiBlocks;

/* Finds the blocks, and shows the progress. Ignores references while collection is off; TRACE_ZERO resets all counts.
 * Returns NULL and sets *error if the trace is damaged. Free the result with ui_blocks_free(), which accepts NULL. */
UiBlocks *ui_blocks_new(const UiTraceFile *trace, GError **error);
void ui_blocks_free(UiBlocks *blocks);
