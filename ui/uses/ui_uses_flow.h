/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_flow.h: blocks and loops of a function's machine code. */
#pragma once

#include "ui/uses/ui_uses_decode.h"

enum { UI_FLOW_NONE = G_MAXUINT32 };

/* A basic block. */
typedef struct {
  guint32 first, behind; /* instructions [first, behind) */
  guint32 next[2];       /* successors, the next block in memory first; UI_FLOW_NONE: none */
  GArray *before;        /* guint32: predecessors */
  guint32 loop;          /* the innermost loop; UI_FLOW_NONE: none */
  bool computed;         /* ends in a jump to an unknown, computed address */
  bool is_padded;        /* follows padding that is never executed */
  bool is_label;         /* a possible target of such jumps */
} UiFlowBlock;

/* A natural loop. */
typedef struct {
  guint32 head;   /* head block */
  guint32 around; /* the enclosing loop; UI_FLOW_NONE: none */
  GArray *blocks; /* guint32, in order, including those of inner loops */
  GArray *ends;   /* guint32: blocks that jump back to the head */
} UiFlowLoop;

/* `order` has the reachable blocks in reverse postorder. */
typedef struct {
  const GArray *instructions; /* UiInstruction */
  GArray *blocks;             /* UiFlowBlock, sorted by address */
  GArray *order;              /* guint32 */
  GArray *loops;              /* UiFlowLoop, enclosing loops first */
  bool is_cut;                /* some jumps to computed addresses were not followed */
} UiFlow;

/* Makes the control flow of instructions, sorted by address, which must outlive the result. entry: the address of the
 * function. Code without a known predecessor is assumed to be a target of computed jumps. Free the result with
 * ui_flow_free(), which accepts NULL. */
UiFlow *ui_flow_new(const GArray *instructions, guint64 entry);
void ui_flow_free(UiFlow *flow);

/* Returns the number of the instruction that contains an address; UI_FLOW_NONE: none. */
guint32 ui_flow_instruction(const GArray *instructions, guint64 address);

/* Returns the number of the block that contains an instruction. */
guint32 ui_flow_block(const UiFlow *flow, guint32 instruction);

/* Whether the edge from `before` to a block is a back edge of a loop. */
bool ui_flow_is_round(const UiFlow *flow, guint32 block, guint32 before);

/* Whether a conditional jump at the end of the block leaves the function. */
bool ui_flow_may_leave(const UiFlow *flow, guint32 block);
