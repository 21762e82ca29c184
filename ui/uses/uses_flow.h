/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_flow.h: blocks and loops of a function's machine code. */
#pragma once

#include "ui/uses/uses_decode.h"

enum { USES_FLOW_NONE = G_MAXUINT32 };

/* A basic block. */
typedef struct {
  guint32 first, behind; /* instructions [first, behind) */
  guint32 next[2];       /* successors, the next block in memory first; USES_FLOW_NONE: none */
  GArray *before;        /* guint32: predecessors */
  guint32 loop;          /* the innermost loop; USES_FLOW_NONE: none */
  bool computed;         /* ends in a jump to an unknown, computed address */
  bool is_padded;        /* follows padding that is never executed */
  bool is_label;         /* a possible target of such jumps */
} UsesFlowBlock;

/* A natural loop. */
typedef struct {
  guint32 head;   /* head block */
  guint32 around; /* the enclosing loop; USES_FLOW_NONE: none */
  GArray *blocks; /* guint32, in order, including those of inner loops */
  GArray *ends;   /* guint32: blocks that jump back to the head */
} UsesFlowLoop;

/* `order` has the reachable blocks in reverse postorder. */
typedef struct {
  const GArray *instructions; /* UsesMachineInstruction */
  GArray *blocks;             /* UsesFlowBlock, sorted by address */
  GArray *order;              /* guint32 */
  GArray *loops;              /* UsesFlowLoop, enclosing loops first */
  bool is_cut;                /* some jumps to computed addresses were not followed */
} UsesFlow;

/* Makes the control flow of instructions, sorted by address, which must outlive the result. entry: the address of the
 * function. Code without a known predecessor is assumed to be a target of computed jumps. Free the result with
 * uses_flow_free(), which accepts NULL. */
UsesFlow *uses_flow_new(const GArray *instructions, guint64 entry);
void uses_flow_free(UsesFlow *flow);

/* Returns the number of the instruction that contains an address; USES_FLOW_NONE: none. */
guint32 uses_flow_instruction(const GArray *instructions, guint64 address);

/* Returns the number of the block that contains an instruction. */
guint32 uses_flow_block(const UsesFlow *flow, guint32 instruction);

/* Returns whether the edge from `before` to a block is a back edge of a loop. */
bool uses_flow_is_round(const UsesFlow *flow, guint32 block, guint32 before);

/* Returns whether a conditional jump at the end of the block leaves the function. */
bool uses_flow_may_leave(const UsesFlow *flow, guint32 block);
