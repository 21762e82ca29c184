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

Bool spy_drain_is_simulated(spy_queue *q, const ULong *at) {
  if (spy_record_is_event(at)) return False;
  const spy_exit *e = spy_record_exit(*at);
  const spy_options *options = spy_options_get();
  if (options->n_toggles != 0) {
    if (q->inside && bin_flow_watch_ended(&q->flow)) q->inside = False;
    if (!q->inside && (e->toggles & SPY_TOGGLE_STARTS || q->calls_inside)) {
      bin_flow_watch(&q->flow);
      q->inside = True;
    }
    q->calls_inside = !q->inside && e->toggles & SPY_TOGGLE_BODY && e->end == SPY_END_CALL;
  }
  if (spy_control_picks && !spy_control_wants(q, e)) return False;
  return spy_collecting() || (q->inside && !options->trace_functions) || e->toggles & SPY_TOGGLE_BODY;
}
