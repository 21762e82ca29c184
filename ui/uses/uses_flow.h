/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_flow.h: finds the blocks and loops of a function's machine code. */
#pragma once

#include "ui/uses/uses_decode.h"

enum { USES_FLOW_NONE = G_MAXUINT32 };

/* A basic block. */
typedef struct {
  guint32 first, behind; /* numbers of the block's instructions: [first, behind) */
  guint32 next[2];       /* numbers of the successors, the next block in memory first; USES_FLOW_NONE: there is none */
  GArray *before;        /* guint32: numbers of the predecessors */
  guint32 loop;          /* number of the innermost loop that contains the block; USES_FLOW_NONE: no loop does */
  bool computed;         /* whether the block ends in a jump to a computed address that is unknown */
  bool is_padded;        /* whether the block follows padding that is never executed */
  bool is_label;         /* whether the block is a possible target of jumps to computed addresses */
} UsesFlowBlock;

/* A natural loop. */
typedef struct {
  guint32 head;   /* head block */
  guint32 around; /* number of the enclosing loop; USES_FLOW_NONE: there is none */
  GArray *blocks; /* guint32: numbers of the loop's blocks, ascending, including those of inner loops */
  GArray *ends;   /* guint32: numbers of the blocks that jump back to the head */
} UsesFlowLoop;

/* The control flow of a function. `order` contains the reachable blocks in reverse postorder. */
typedef struct {
  const GArray *instructions; /* UsesMachineInstruction */
  GArray *blocks;             /* UsesFlowBlock, sorted by address */
  GArray *order;              /* guint32 */
  GArray *loops;              /* UsesFlowLoop; enclosing loops come before inner ones */
  bool is_cut;                /* whether some jumps to computed addresses were not followed */
} UsesFlow;

/* Makes the control flow of instructions. The instructions are sorted by address, and must outlive the result. entry:
 * the address at which the function begins. Code without a known predecessor is assumed to be a target of computed
 * jumps. Free the result with uses_flow_free(), which accepts NULL. */
UsesFlow *uses_flow_new(const GArray *instructions, guint64 entry);
void uses_flow_free(UsesFlow *flow);

/* Returns the number of the instruction that contains an address, or USES_FLOW_NONE if there is none. */
guint32 uses_flow_instruction(const GArray *instructions, guint64 address);

/* Returns the number of the block that contains an instruction. */
guint32 uses_flow_block(const UsesFlow *flow, guint32 instruction);

/* Returns whether the edge from the block `before` to another block is a back edge of a loop. */
bool uses_flow_is_round(const UsesFlow *flow, guint32 block, guint32 before);

/* Returns whether the block ends in a conditional jump that leaves the function. */
bool uses_flow_may_leave(const UsesFlow *flow, guint32 block);
