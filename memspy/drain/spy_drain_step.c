/* spy_drain_step.c: see spy_drain_step-inl.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_drain_step-inl.h"

#include "memspy/drain/spy_callers.h"
#include "memspy/drain/spy_counted.h"
#include "memspy/drain/spy_event.h"
#include "memspy/setup/spy_options.h"
#include "memspy/sweep/spy_sweep.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_memory.h"
#include "memspy/trace/spy_trace_run.h"

void spy_drain_follow_calls(spy_queue *q, const spy_exit *e, const ULong *addresses) {
  for (UInt i = 0; e->calls && i < e->n_references; i++) spy_drain_skip_reference(q, &e->sites[i], addresses[i]);
  spy_exit_follow(&q->flow, e, addresses + e->n_references - 1);
}

const ULong *spy_drain_other(spy_queue *q, const ULong *at) {
  const ULong *const next = spy_record_next(at), *const words = at + 1;
  if (spy_record_is_event(at)) {
    spy_event_apply(q, spy_record_event(at), words);
    return next;
  }
  const spy_exit *e = spy_record_exit(*at);
  if (spy_trace.is_open && spy_trace_calls_are_known(q)) spy_trace_skip(e, words);
  if (UNLIKELY(spy_contexts != NULL))
    spy_callers_skip(q, *at, e, words + e->n_references - 1);
  else if (UNLIKELY(spy_counter.is_on))
    spy_counted_skip(q, e, words);
  else
    spy_drain_skip(q, e, words);
  if (UNLIKELY(spy_sweeps)) spy_sweep_pass(q->flow.processor, SPY_PACKED_INSTRUCTIONS(e->packed));
  coh_execute(spy_system, &spy_system->processors[q->flow.processor], SPY_PACKED_INSTRUCTIONS(e->packed));
  return next;
}

/* Follows whether a thread is inside a function of --toggle-collect, --count or --trace-function. */
static void follow_toggles(spy_queue *q, const spy_exit *e) {
  if (q->inside && bin_flow_watch_ended(&q->flow)) q->inside = False;
  if (!q->inside && (e->toggles & SPY_TOGGLE_STARTS || q->calls_inside)) {
    bin_flow_watch(&q->flow);
    q->inside = True;
  }
  q->calls_inside = !q->inside && e->toggles & SPY_TOGGLE_BODY && e->end == SPY_END_CALL;
}

/* Reports an uncounted block run (outside of the functions of --count) to the account. Returns the uncounted
 * copy's header. */
static ULong without_counting(const spy_queue *q, ULong header, const spy_exit *e) {
  bin_account_executed_uncounted(spy_account, q->flow.processor, SPY_PACKED_INSTRUCTIONS(e->packed),
                                 SPY_PACKED_READS(e->packed), SPY_PACKED_WRITES(e->packed));
  return header + (SPY_UNCOUNTED_EXIT << SPY_HEADER_BITS);
}

ULong spy_drain_simulated(spy_queue *q, const ULong *at) {
  if (spy_record_is_event(at)) return 0;
  const ULong header = *at;
  const spy_exit *e = spy_record_exit(header);
  const spy_options *options = spy_options_get();
  if (options->n_toggles != 0) follow_toggles(q, e);
  if (spy_control_picks && !spy_control_wants(q, e)) return 0;
  const Bool inside = q->inside || e->toggles & SPY_TOGGLE_BODY;
  if (!options->counts_functions) return spy_collecting() || (inside && !options->trace_functions) ? header : 0;
  if (!spy_collecting()) return 0;
  bin_account_set_uncounted(spy_account, q->flow.processor, !inside);
  return inside ? header : without_counting(q, header, e);
}
