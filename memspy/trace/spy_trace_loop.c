/* spy_trace_loop.c: see spy_trace_loop.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_trace_loop.h"

#include "coherence/coh_order-inl.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_control.h"

void spy_trace_loop_begin(const ULong *at, const ULong *end) {
  trace_loop_begin(&spy_trace.loop, (const uint64_t *)at, (const uint64_t *)end);
}

static inline ULong mix(ULong state, ULong with) { return state * 0x9e3779b97f4a7c15 + with; }

/* The words and a state together determine the sources of events, the effect of calls, the scopes that are entered, and
 * the references that are collected and wanted. Returns a number for this state. */
static ULong state_of(spy_queue *q) {
  ULong state = mix(mix(mix(spy_trace.now->gap, spy_trace.now->passed), spy_trace.scopes->current), q->flow.n);
  state = mix(state, q->flow.top);
  if (spy_options_get()->n_toggles != 0) state = mix(mix(state, q->flow.watch), q->inside);
  return spy_control_picks ? mix(state, spy_control_state(q)) : state;
}

/* Counts n further runs for each record in [at, end). Returns the packed counts of one run of each. */
static ULong count_runs(const ULong *at, const ULong *end, ULong n) {
  ULong packed = 0;
  while (at < end) {
    spy_exit *e = spy_record_exit(*at);
    e->executed += n;
    packed += e->packed;
    at = spy_record_next(at);
  }
  return packed;
}

/* Writes the events of the repetitions in [at, end), of `period` words each, to the log. With turns, the key of an
 * event increases by `later` from one repetition to the next; `notes` are the notes of the repetition before the first
 * one. */
static void log_events(const trace_repeat *repeat, const ULong *at, const ULong *end, UInt period,
                       const trace_note *notes, ULong later) {
  for (ULong after = later; at < end; at += period, after += later) {
    const trace_note *note = notes;
    ULong left = note ? note->n : 0;
    for (UInt i = 0; i < repeat->n; i++, left--) {
      const trace_repeat_event *event = &repeat->events[i];
      const Bool constant = event->word == TRACE_REPEAT_CONSTANT;
      if (note && left == 0) left = (++note)->n;
      if (note) spy_trace.turns.key = note->key + after;
      spy_trace_log(event->owner->odometer.source, constant ? event->value : at[event->word]);
    }
  }
}

static ULong count_references(const trace_repeat *repeat) {
  ULong n = 0;
  for (UInt i = 0; i < repeat->n; i++) n += repeat->events[i].word != TRACE_REPEAT_CONSTANT;
  return n;
}

static UInt listed; /* number of notes at the start of the listed repetition */

/* Called when the repetitions of `period` words in [at, end) have been compressed, after the first one had been listed
 * up to `notes` notes. `instructions` is the number of instructions of one repetition. */
static void emit_repetitions(const trace_repeat *repeat, const ULong *at, const ULong *end, UInt period, UInt notes,
                             ULong instructions) {
  trace_turns *turns = spy_trace.turns.compressor ? &spy_trace.turns : NULL;
  const ULong later = instructions * mach_step(&spy_system->config) << COH_ORDER_BITS, last = spy_trace.turns.key;
  if (UNLIKELY(spy_trace.logs)) log_events(repeat, at, end, period, turns ? turns->now->notes + listed : NULL, later);
  spy_trace.turns.key = last;
  if (turns) trace_turns_repeat(turns, notes - listed, (ULong)(end - at) / period, later);
}

const ULong *spy_trace_loop_skip(spy_queue *q, const ULong *at, ULong *packed) {
  trace_loop *loop = &spy_trace.loop;
  if (!spy_trace.tracing || spy_trace.left < (ULong)((const ULong *)loop->end - at)) {
    spy_trace_loop_break();
    return at;
  }
  const UInt notes = spy_trace.turns.compressor ? trace_turns_count(&spy_trace.turns) : 0;
  uint32_t period;
  const ULong words = trace_loop_look(loop, spy_trace.compressor->lane, (const uint64_t *)at, state_of(q), &period);
  if (words == 0) {
    if ((const ULong *)loop->begin == at) {
      listed = notes;
      if (spy_trace.turns.compressor && spy_record_words(*at) == 0) spy_trace_loop_break();
    }
    return at;
  }
  const ULong times = words / period, one = count_runs(at, at + period, times);
  *packed += one * times;
  if (spy_trace.left != SPY_TRACE_NEVER) spy_trace_pass(times * count_references(&loop->repeat));
  emit_repetitions(&loop->repeat, at, at + words, period, notes, SPY_PACKED_INSTRUCTIONS(one));
  return at + words;
}
