/* spy_callers.c: see spy_callers.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_callers.h"

static UInt function_of(const spy_block *block) { return block->function & ~SPY_UNCOUNTED_FUNCTION; }

/* Returns the place of the last instruction of a thread's last block run, or BIN_NO_PLACE if it is unknown. */
static UInt last_place(const bin_flow *flow) {
  const UInt number = spy_header_number(flow->at.left_at);
  const spy_exit *e = spy_exit_get(number);
  if (number < SPY_FIRST_EXIT || !e->sites) return BIN_NO_PLACE;
  const spy_block *block = spy_block_of(e);
  UInt left = (UInt)SPY_PACKED_INSTRUCTIONS(e->packed), i = 0;
  for (; i + 1u < block->n_runs && left > spy_block_runs(block)[i].instructions; i++)
    left -= spy_block_runs(block)[i].instructions;
  /* The exit's number can belong to another block now, if the exit's own block has been discarded. */
  return bin_flow_is_in(flow, function_of(block)) ? spy_block_runs(block)[i].place : BIN_NO_PLACE;
}

static void enter(bin_flow *flow, const spy_block *block, ULong packed) {
  const UInt place = bin_contexts_uses_place(spy_contexts, flow) ? last_place(flow) : BIN_NO_PLACE;
  const bin_code_block code = {function_of(block), block->begins, block->is_linkage, place};
  bin_contexts_enter(spy_contexts, flow, &code, packed);
}

/* Begins a run that is simulated but not counted. Marks the work of the run as already added, so that no context adds
 * it. */
static void enter_uncounted(bin_flow *flow, const spy_exit *e, ULong packed) {
  const spy_block *block = spy_block_of(e);
  bin_contexts_silence(spy_contexts, True);
  bin_contexts_doubt(spy_contexts, flow);
  if (!bin_flow_is_in(flow, function_of(block))) enter(flow, block, packed);
  bin_contexts_silence(spy_contexts, False);
  flow->counted += e->packed;
}

void spy_callers_enter(bin_flow *flow, const spy_exit *e, ULong packed) {
  if (UNLIKELY(e->toggles & SPY_TOGGLE_UNCOUNTED))
    enter_uncounted(flow, e, packed);
  else
    enter(flow, spy_block_of(e), packed);
}

const spy_exit *spy_callers_enter_made(bin_flow *flow, const spy_exit *e, ULong packed) {
  spy_callers_enter(flow, e, packed);
  return e;
}

void spy_callers_call(bin_flow *flow, const spy_exit *e, const ULong *last, ULong packed) {
  bin_contexts_call(spy_contexts, flow, *last, e->segment, e->sites[e->n_references - 1].place, packed);
}

void spy_callers_end_call(bin_flow *flow, const spy_exit *e, const ULong *last, ULong packed) {
  (void)e;
  bin_contexts_return(spy_contexts, flow, *last, packed);
}

/* As spy_callers_call(), for a call that is not counted. Its place in the contexts is that of the counted block. */
static void call_uncounted(bin_flow *flow, const spy_exit *e, const ULong *last, ULong packed) {
  const UInt place = bin_table_get_place(spy_table, e->sites[e->n_references - 1].place)->code;
  bin_contexts_silence(spy_contexts, True);
  bin_contexts_call(spy_contexts, flow, *last, e->segment, place, packed);
  bin_contexts_silence(spy_contexts, False);
}

void spy_callers_follow_end(bin_flow *flow, const spy_exit *e, const ULong *last, ULong packed) {
  if (e->end == SPY_END_CALL && UNLIKELY(e->toggles & SPY_TOGGLE_UNCOUNTED))
    call_uncounted(flow, e, last, packed);
  else if (e->end == SPY_END_CALL)
    spy_callers_call(flow, e, last, packed);
  else if (e->end == SPY_END_RETURN)
    spy_callers_end_call(flow, e, last, packed);
  else
    bin_contexts_continue(spy_contexts, flow, packed);
}

void spy_callers_skip(spy_queue *q, ULong header, const spy_exit *e, const ULong *last) {
  const ULong packed = q->flow.counted; /* the run does not count */
  bin_contexts_silence(spy_contexts, True);
  bin_contexts_doubt(spy_contexts, &q->flow);
  spy_callers_begin(q, header, packed);
  spy_callers_follow(&q->flow, e, last, packed);
  bin_contexts_silence(spy_contexts, False);
}

void spy_callers_return(bin_flow *flow, Addr base) { bin_contexts_return(spy_contexts, flow, base, flow->counted); }

void spy_callers_interrupt(bin_flow *flow) { bin_contexts_interrupt(spy_contexts, flow, flow->counted); }
