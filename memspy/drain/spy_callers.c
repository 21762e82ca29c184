/* spy_callers.c: see spy_callers.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_callers.h"

static const ULong *pending[MACH_MAX_PROCESSORS]; /* indexed by processor: counts that have not been added to the
                                                     account yet */

/* Returns the work of a flow's processor so far. */
static bin_work work_of(const bin_flow *flow) {
  const coh_counts *counts = coh_counts_of(spy_system, flow->processor);
  const ULong packed = pending[flow->processor] ? *pending[flow->processor] : 0;
  return (bin_work){bin_account_instructions(spy_account, flow->processor) + SPY_PACKED_INSTRUCTIONS(packed),
                    counts->reads + SPY_PACKED_READS(packed), counts->writes + SPY_PACKED_WRITES(packed)};
}

void spy_callers_resume(const spy_queue *q, const ULong *packed) {
  pending[q->flow.processor] = packed;
  bin_contexts_resume(spy_contexts, &q->flow);
}

void spy_callers_pause(const spy_queue *q) {
  const bin_work now = work_of(&q->flow);
  bin_contexts_settle(spy_contexts, &q->flow, &now);
  pending[q->flow.processor] = NULL;
}

/* Returns the place of the last instruction of a thread's last block run, or BIN_NO_PLACE if it is unknown. */
static UInt last_place(const spy_queue *q) {
  if (q->flow.at.function == BIN_NO_FUNCTION) return BIN_NO_PLACE;
  const UInt number = spy_header_number(q->left_at);
  const spy_exit *e = spy_exit_get(number);
  if (number < SPY_FIRST_EXIT || !e->sites) return BIN_NO_PLACE;
  const spy_block *block = spy_block_of(e);
  UInt left = (UInt)SPY_PACKED_INSTRUCTIONS(e->packed), i = 0;
  for (; i + 1u < block->n_runs && left > spy_block_runs(block)[i].instructions; i++)
    left -= spy_block_runs(block)[i].instructions;
  /* The exit's number can belong to another block now, if the exit's own block has been discarded. */
  return bin_flow_is_in(&q->flow, block->function) ? spy_block_runs(block)[i].place : BIN_NO_PLACE;
}

void spy_callers_enter(spy_queue *q, const spy_block *block) {
  const bin_work now = work_of(&q->flow);
  const bin_code_block code = {block->function, block->begins, block->is_linkage, last_place(q)};
  bin_contexts_enter(spy_contexts, &q->flow, &code, &now);
}

void spy_callers_follow_end(bin_flow *flow, const spy_exit *e, const ULong *last) {
  const bin_work now = work_of(flow);
  if (e->end == SPY_END_CALL)
    bin_contexts_call(spy_contexts, flow, *last, e->segment, e->sites[e->n_references - 1].place, &now);
  else if (e->end == SPY_END_RETURN)
    bin_contexts_return(spy_contexts, flow, *last, &now);
  else
    bin_contexts_continue(spy_contexts, flow, &now);
}

void spy_callers_return(bin_flow *flow, Addr base) {
  const bin_work now = work_of(flow);
  bin_contexts_return(spy_contexts, flow, base, &now);
}

void spy_callers_interrupt(bin_flow *flow) {
  const bin_work now = work_of(flow);
  bin_contexts_interrupt(spy_contexts, flow, &now);
}

void spy_callers_new_stack(const bin_flow *flow) {
  const bin_work now = work_of(flow);
  bin_contexts_settle(spy_contexts, flow, &now);
}
