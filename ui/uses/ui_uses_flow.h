/* ui_uses_flow.h: blocks and loops of a function's machine code.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_FLOW_H
#define UI_USES_FLOW_H

#include "ui/uses/ui_uses_decode.h"

enum { UI_FLOW_NONE = G_MAXUINT32 };

/* Instructions that run one behind the other. */
typedef struct {
  guint32 first, behind; /* numbers of instructions */
  guint32 next[2];       /* blocks that may follow; UI_FLOW_NONE: none. The one behind it is first */
  GArray *before;        /* guint32: blocks that it may follow */
  guint32 loop;          /* the innermost one that it is in; UI_FLOW_NONE: none */
  bool computed;         /* it ends in a jump to nobody knows where */
  bool is_padded;        /* padding that is never run stands before it */
  bool is_label;         /* such jumps lead to it, as far as is known */
} UiFlowBlock;

/* A natural loop. */
typedef struct {
  guint32 head;   /* block */
  guint32 around; /* loop; UI_FLOW_NONE: none */
  GArray *blocks; /* guint32, in order, with those of loops within */
  GArray *ends;   /* guint32: blocks that jump back to the head */
} UiFlowLoop;

/* `order` has blocks that can be reached, each behind those that lead to it but for jumps back. */
typedef struct {
  const GArray *instructions; /* UiInstruction */
  GArray *blocks;             /* UiFlowBlock, by address */
  GArray *order;              /* guint32 */
  GArray *loops;              /* UiFlowLoop, those around before those within */
  bool is_cut;                /* not all jumps to computed addresses were followed */
} UiFlow;

/* Of instructions in the order of their addresses, which must outlive it. The function begins at `entry`. Code that no
 * known jump leads to is taken to be reached by jumps to computed addresses. Free it with ui_flow_free(). */
UiFlow *ui_flow_new(const GArray *instructions, guint64 entry);
void ui_flow_free(UiFlow *flow); /* NULL is allowed */

/* The number of the instruction that an address is in; UI_FLOW_NONE: none. */
guint32 ui_flow_instruction(const GArray *instructions, guint64 address);

/* The block of an instruction. */
guint32 ui_flow_block(const UiFlow *flow, guint32 instruction);

/* Whether control that comes to a block from that one before it begins another round of a loop. */
bool ui_flow_is_round(const UiFlow *flow, guint32 block, guint32 before);

/* Whether a conditional jump at the block's end leads out of the function. */
bool ui_flow_may_leave(const UiFlow *flow, guint32 block);

#endif
