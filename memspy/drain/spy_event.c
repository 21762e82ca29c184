/* spy_event.c: see spy_event.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_event.h"

#include "memspy/drain/spy_callers.h"
#include "memspy/drain/spy_outside.h"
#include "memspy/drain/spy_stages.h"
#include "memspy/names/spy_paths.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_memory.h"

static void add_receiver(bin_id bin, Addr target, ULong call, UInt inside) {
  bin_receiver receiver = {.call = (UInt)call, .inside = inside};
  if (!bin_account_locate(spy_account, target, &receiver.target, &receiver.offset)) return;
  if (receiver.target != spy_heap_bin()) bin_table_add_receiver(spy_table, bin, &receiver);
}

static void tell_trace(const spy_queue *q, spy_event event, const ULong *w) {
  if (UNLIKELY(spy_trace.is_open)) spy_trace_memory(q, event, w);
}

static void allocate(const spy_queue *q, const ULong *w) {
  bin_account_allocate(spy_account, w[0], w[1], (bin_id)w[2]);
  tell_trace(q, SPY_EVENT_ALLOCATE, w);
}

static void end_early(spy_queue *q) {
  const ULong start = q->early;
  q->early = 0;
  if (start == 0) return;
  bin_account_release(spy_account, start);
  tell_trace(q, SPY_EVENT_RELEASE, &start);
}

/* Adds the block to the account before its allocation function returns. Does not add it if part of its memory is in
 * another block, because the function will then return a different block. */
static void make_early(spy_queue *q, const ULong *w) {
  if (!q) return;
  end_early(q);
  if (!bin_account_is_free(spy_account, w[0], w[1])) return;
  allocate(q, w);
  q->early = w[0];
}

static void settle_early(spy_queue *q, const ULong *w) {
  const Bool is_made = q && q->early == w[0];
  if (is_made) q->early = 0;
  if (is_made) return;
  if (q) end_early(q);
  if (w[0] != 0) allocate(q, w);
}

static void collect(spy_queue *q, Bool on) {
  if (q) q->clocked--;
  spy_outside_switch(on, q ? spy_system->processors[q->flow.processor].now : 0);
}

void spy_event_apply(spy_queue *q, spy_event event, const ULong *w) {
  switch (event) {
    case SPY_EVENT_ALLOCATE: allocate(q, w); return;
    case SPY_EVENT_EARLY: make_early(q, w); return;
    case SPY_EVENT_ALLOCATE_EARLY: settle_early(q, w); return;
    case SPY_EVENT_RELEASE: bin_account_release(spy_account, w[0]); break;
    case SPY_EVENT_MAP: bin_account_map(spy_account, w[0], w[1], (bin_id)w[2]); break;
    case SPY_EVENT_MAP_LAZY: bin_account_map_lazy(spy_account, w[0], w[1]); break;
    case SPY_EVENT_UNMAP: bin_account_unmap(spy_account, w[0], w[1]); break;
    case SPY_EVENT_NAME: bin_account_name(spy_account, w[0], w[1], (bin_id)w[2]); break;
    case SPY_EVENT_UNNAME: bin_account_unname(spy_account, w[0]); break;
    case SPY_EVENT_UNNAME_ALL: bin_account_unname_all(spy_account, w[0], w[1]); break;
    case SPY_EVENT_STACK:
      bin_flow_stack(&q->flow, w[0], w[1]);
      bin_account_map_stack(spy_account, &q->flow);
      break;
    case SPY_EVENT_RETURN:
      if (spy_contexts)
        spy_callers_return(&q->flow, w[0]);
      else
        bin_flow_return(&q->flow, w[0]);
      break;
    case SPY_EVENT_INTERRUPT: spy_callers_interrupt(&q->flow); break;
    case SPY_EVENT_SKIP: spy_system->processors[q->flow.processor].now += w[1]; break;
    case SPY_EVENT_PASSED: bin_table_add_block(spy_table, (bin_id)w[2], w[1]); break;
    case SPY_EVENT_RECEIVER: add_receiver((bin_id)w[0], w[1], w[2], (UInt)(w[2] >> 32)); break;
    case SPY_EVENT_RECEIVER_FRAME: {
      const bin_receiver receiver = {.target = bin_table_stack(spy_table, (UInt)(w[1] >> 32)),
                                     .offset = (UInt)w[1],
                                     .call = (UInt)w[2],
                                     .inside = w[2] >> 32};
      bin_table_add_receiver(spy_table, (bin_id)w[0], &receiver);
    } break;
    case SPY_EVENT_COLLECT: collect(q, w[0] != 0); break;
    case SPY_EVENT_STAGE:
      if (q) q->clocked--;
      spy_stages_apply(q, w[0] != 0, w[1]);
      break;
    case SPY_EVENT_TRACE: spy_control_switch(w[0] != 0); break;
    default: tl_assert(0);
  }
  tell_trace(q, event, w);
}
