/* spy_trace_loop.c: see spy_trace_loop.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/spy_trace_loop.h"

#include "memspy/spy_options.h"
#include "memspy/spy_scopes.h"
#include "memspy/spy_trace_control.h"

trace_loop spy_trace_loop;

void spy_trace_loop_begin(const ULong *at, const ULong *end) {
  trace_loop_begin(&spy_trace_loop, (const uint64_t *)at, (const uint64_t *)end);
}

static inline ULong mix(ULong state, ULong with) { return state * 0x9e3779b97f4a7c15 + with; }

/* What decides, with the words, which sources events have, where calls lead, which scopes are entered, and what is
 * collected and wanted. */
static ULong state_of(spy_queue *q) {
  ULong state = mix(mix(mix(spy_trace_now->gap, spy_trace_now->passed), spy_scopes_now->current), q->flow.n);
  state = mix(state, q->flow.top);
  if (spy_options_get()->n_toggles != 0) state = mix(mix(state, q->flow.watch), q->inside);
  return spy_control_picks ? mix(state, spy_control_state(q)) : state;
}

/* Counts n runs of each of the blocks in [at, end). */
static void count_runs(const ULong *at, const ULong *end, ULong n, ULong *packed) {
  while (at < end) {
    spy_exit *e = spy_exit_get(spy_header_number(*at));
    e->executed += n;
    *packed += e->packed * n;
    at += 1 + e->n_references;
  }
}

/* Writes the events of the repetitions of `period` words in [at, end) to the log. */
static void log_events(const trace_repeat *repeat, const ULong *at, const ULong *end, UInt period) {
  for (; at < end; at += period)
    for (UInt i = 0; i < repeat->n; i++) {
      const trace_repeat_event *event = &repeat->events[i];
      const Bool constant = event->word == TRACE_REPEAT_CONSTANT;
      spy_trace_log(event->owner->odometer.source, constant ? event->value : at[event->word]);
    }
}

static ULong count_references(const trace_repeat *repeat) {
  ULong n = 0;
  for (UInt i = 0; i < repeat->n; i++) n += repeat->events[i].word != TRACE_REPEAT_CONSTANT;
  return n;
}

const ULong *spy_trace_loop_skip(spy_queue *q, const ULong *at, ULong *packed) {
  trace_loop *loop = &spy_trace_loop;
  if (!spy_tracing || spy_trace_left < (ULong)((const ULong *)loop->end - at)) {
    spy_trace_loop_break();
    return at;
  }
  uint32_t period;
  const ULong words =
      trace_loop_look(loop, spy_trace_compressor->lane, (const uint64_t *)at, state_of(q), &period);
  if (words == 0) return at;
  count_runs(at, at + period, words / period, packed);
  if (spy_trace_left != SPY_TRACE_NEVER) spy_trace_left -= words / period * count_references(&loop->repeat);
  if (UNLIKELY(spy_trace_logs)) log_events(&loop->repeat, at, at + words, period);
  return at + words;
}
