/* ui_blocks.h: the basic blocks of the code that a trace is of: how often each was executed, and how far its references
 * are apart.
 *
 * A trace holds references, not jumps. So a block here is a stretch of code that a thread never entered but at its
 * first instruction, and never left but at its last (ui_block_path.h), as far as its instructions refer to memory; it
 * ends with a call or return. Branches that were never taken do not end it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_BLOCKS_H
#define UI_UI_BLOCKS_H

#include "ui/blocks/ui_block_strides.h"
#include "ui/trace/ui_trace_file.h"

typedef struct {
  uint64_t address, last; /* of its first and last instruction that refers to memory, at run time; 0: unknown */
  uint32_t place;         /* of the first */
  uint64_t instructions;  /* from the first to the last, with those between that do not refer to memory */
  uint64_t executions;
  uint64_t strides[UI_STRIDES]; /* its references; a modify is one */
} UiBlock;

typedef struct {
  UiBlock *blocks; /* by address */
  uint32_t n;
  uint32_t *of_sources; /* the block of each source of the trace; of those that are no references: 0 */
} UiBlocks;

/* Finds the blocks, and shows how far it is (ui_progress.h). What is not collected is left out, and counts are those
 * since they were set to zero. NULL: *error. Free with ui_blocks_free(). */
UiBlocks *ui_blocks_new(const UiTraceFile *trace, GError **error);
void ui_blocks_free(UiBlocks *blocks); /* NULL is allowed */

#endif
