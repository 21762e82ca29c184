/* spy_drain_alone.c: see spy_drain_alone.h. The tool spends most of its time here.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_drain_alone.h"

#include "bins/bin_account-inl.h"
#include "coherence/coh_access.h"
#include "fetch/fetch_system-inl.h"
#include "memspy/drain/spy_block_shapes.h"
#include "memspy/drain/spy_callers.h"
#include "memspy/drain/spy_counted.h"
#include "memspy/drain/spy_drain_bound.h"
#include "memspy/drain/spy_drain_step-inl.h"
#include "memspy/drain/spy_intervals.h"
#include "memspy/drain/spy_producers.h"
#include "memspy/drain/spy_timed.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/sweep/spy_sweep.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_loop.h"
#include "memspy/trace/spy_trace_run.h"
#include "memspy/trace/spy_trace_turn.h"

/* Indexed by processor: whether many references of the last drain missed. If so, prefetching saves time. */
static Bool missed[MACH_MAX_PROCESSORS];

/* If many references miss, prefetches the data of the references in the words from STEP words ahead. This is far enough
 * for the data to arrive in time, and near enough for them to stay in the cache. Returns the position at which to call
 * this function again. */
static const ULong *look_ahead(const spy_queue *q, const ULong *at, const ULong *end) {
  enum { STEP = 64 };
  if (!missed[q->flow.processor] || end - at <= STEP) return end;
  const ULong *from = at + STEP;
  coh_prefetch(spy_system, q->flow.processor, (const uint64_t *)from, (UInt)(end - from < STEP ? end - from : STEP));
  return from;
}

/* Returns the end of the records from `at` on that the loop simulates next; at most `at` if none are left. */
static inline const ULong *next_end(const spy_queue *q, const coh_processor *p, ULong packed, const ULong *at,
                                    const ULong *end) {
  return look_ahead(q, at, spy_drain_bound_end(p, packed, at, end));
}

/* Returns whether all block runs up to the next event are simulated. */
static Bool all_is_simulated(void) { return spy_options_get()->n_toggles == 0 && spy_collecting(); }

/* Fetches the instructions of the block run at `at`, and of the following runs as long as all fetches of a run hit, up
 * to `end` or an event. (Fetches that hit can be simulated before earlier references.) Returns the end of these
 * runs. */
static const ULong *fetch_ahead(fetch_processor *fetching, const ULong *at, const ULong *end) {
  fetch_run(fetching, spy_header_number(*at));
  do at = spy_record_next(at);
  while (at < end && !spy_record_is_event(at) && fetch_run_if_known(fetching, spy_header_number(*at)));
  return at;
}

/* Modes of the loop: compile-time constants in its instances. */
enum { SWEEPS = 1, COUNTS = 2, SHAPES = 4, FETCHES = 8, TIMED = 16, CALLERS = 32 };

/* The constant parameters of alone_run(). */
typedef struct {
  bin_account *account;
  bin_flow *flow;
  const bin_lane *lane;
  unsigned line_bits;
} alone;

/* Simulates the references of a block run. Their addresses begin at `at`. Returns the end of the run. */
__attribute__((always_inline)) static inline const ULong *alone_run(const alone *a, spy_exit *e, const ULong *at,
                                                                    ULong header, ULong packed, ULong *clock,
                                                                    const UInt mode) {
  const Bool sweeps = (mode & SWEEPS) != 0;
  const ULong *const last = at + spy_record_words(header);
  bin_site *site = e->sites;
  if ((mode & (COUNTS | TIMED)) != 0) {
    if ((mode & COUNTS) != 0)
      spy_counted_run(a->flow, a->lane, e, at, *clock);
    else
      spy_timed_run(a->account, a->flow, a->lane, e, at, *clock, packed);
    *clock += (ULong)e->n_references * COH_CLOCK_STEP;
    return last;
  }
  if (UNLIKELY(e->calls)) {
    for (; at < last; at++, site++) {
      if (sweeps) spy_sweep_one(a->flow, site, *at);
      bin_reference_and_call(a->account, a->flow, a->lane, a->line_bits, site, *at, *clock += COH_CLOCK_STEP);
    }
    if (sweeps) spy_sweep_pass(a->flow->processor, e->tail);
  } else {
    for (; at < last; at++, site++)
      bin_reference(a->account, a->flow, a->lane, a->line_bits, site, *at, *clock += COH_CLOCK_STEP);
  }
  return last;
}

/* Simulates the records in [at, end). Each iteration of the inner loop handles at least one block run. Values that
 * rarely change are parameters. If they were global variables, the compiler would reload them after each store to a
 * site's counter, since the counter could alias them. */
__attribute__((always_inline)) static inline const ULong *alone_lines(spy_queue *q, const ULong *at, const ULong *end,
                                                                      const bin_lane lane, const unsigned line_bits,
                                                                      fetch_processor *const fetching,
                                                                      const UInt mode) {
  const Bool sweeps = (mode & SWEEPS) != 0, counts = (mode & COUNTS) != 0, shapes = (mode & SHAPES) != 0;
  const Bool fetches = (mode & FETCHES) != 0, timed = (mode & TIMED) != 0;
  const Bool callers = (mode & CALLERS) != 0;
  bin_account *const account = spy_account;
  bin_flow *const flow = &q->flow;
  coh_processor *const p = &spy_system->processors[flow->processor];
  ULong packed = 0;
  ULong clock = p->d1.clock;
  Bool plain = all_is_simulated();
  const ULong *fetched = at; /* end of the block runs whose instructions were fetched */
  spy_block_shapes_state simulation = spy_block_shapes_begin(flow, &lane);
  if (timed) spy_timed_begin(p, &simulation.packed);
  if (callers) spy_callers_resume(q, packed);
  for (const ULong *until; (until = next_end(q, p, packed, at, end)) > at;)
    while (at < until) {
      ULong header = *at;
      if (UNLIKELY((spy_record_is_event(at) || !plain) && (header = spy_drain_simulated(q, at)) == 0)) {
        if (callers) spy_callers_pause(q, packed);
        at = spy_drain_other(q, at);
        plain = all_is_simulated();
        continue;
      }
      if (fetches && at >= fetched) {
        if (timed) spy_timed_pass(packed);
        fetched = fetch_ahead(fetching, at, plain ? until : at);
      }
      at++;
      spy_exit *e = spy_record_exit(header);
      if (shapes && LIKELY(plain && e->code != 0) && !(counts && spy_counter_waits(q))) {
        const ULong *const from = at - 1;
        const ULong events = counts ? spy_counter_events(p) : 0;
        const Bool far = counts && spy_counted_is_far((ULong)(until - from));
        if (counts) simulation.watches = !far;
        at = spy_block_shapes_run(&simulation, from, fetches ? fetched : until, &packed, &clock);
        if (sweeps) spy_sweep_records(flow->processor, from, at);
        if (far) spy_counted_pass(p, events);
        if (counts && !far) spy_counted_leave(q);
        continue;
      }
      if (callers) spy_callers_begin(q, header, packed);
      packed += e->packed;
      e->executed++;
      if (sweeps && LIKELY(!e->calls)) spy_sweep_run(flow, e, at);
      at = alone_run(&(alone){account, flow, &lane, line_bits}, e, at, header, packed, &clock, mode);
      if (callers)
        spy_callers_follow(flow, e, at - 1, packed);
      else if (!counts)
        spy_exit_follow(flow, e, at - 1);
      if (shapes && UNLIKELY(e->executed % SPY_BLOCK_SHAPES_HOT == 0)) spy_block_shapes_link(e, &lane);
    }
  p->d1.clock = clock + COH_CLOCK_STEP;
  if (timed)
    spy_timed_end(packed);
  else
    coh_execute(spy_system, p, SPY_PACKED_INSTRUCTIONS(packed));
  if (callers) spy_callers_pause(q, packed);
  spy_count_runs(flow->processor, packed);
  return at;
}

/* Returns a copy whose fields are constants for the compiler, which saves instructions. */
__attribute__((always_inline)) static inline bin_lane not_folded(bin_lane lane) {
  lane.filter_fold = COH_NOT_FOLDED;
  return lane;
}

/* Prefetches data for the two records after `at`: the block of the first one, because its exit has already been loaded,
 * and the exit of the second one. */
static inline void load_ahead(const ULong *at, const ULong *end) {
  const ULong *const next = spy_record_next(at);
  if (UNLIKELY(next >= end)) return;
  const ULong *const then = spy_record_next(next);
  __builtin_prefetch(&spy_block_of(spy_record_exit(*next))->n_scope_changes);
  if (LIKELY(then < end)) __builtin_prefetch(spy_record_exit(*then));
}

/* As alone_lines(), but with a trace. `simulates`: whether to simulate the block runs that are traced; if not,
 * simulates no block run. */
__attribute__((always_inline)) static inline const ULong *alone_traced(spy_queue *q, const ULong *at, const ULong *end,
                                                                       const bin_lane lane,
                                                                       fetch_processor *const fetching,
                                                                       const Bool simulates) {
  const Bool plain = spy_options_get()->n_toggles == 0;
  bin_account *const account = spy_account;
  bin_flow *const flow = &q->flow;
  coh_processor *const p = &spy_system->processors[flow->processor];
  ULong packed = 0, passed = 0;
  ULong clock = p->d1.clock;
  spy_trace_turn(q);
  if (!simulates) spy_trace_loop_begin(at, end);
  while (at < end) {
    if (UNLIKELY((spy_record_is_event(at) || !plain || spy_control_picks || !spy_collecting()) &&
                 spy_drain_simulated(q, at) == 0)) {
      spy_trace_loop_break();
      at = spy_drain_other(q, at);
      continue;
    }
    const ULong *const next = simulates ? at : spy_trace_loop_look(q, at, &packed);
    if (next != at) {
      at = next;
      continue;
    }
    load_ahead(at, end);
    const ULong header = *at++;
    spy_exit *e = spy_record_exit(header);
    const Bool whole = spy_trace.left >= e->n_references;
    if (spy_trace.tracing) {
      packed += e->packed;
      e->executed++;
      if (simulates && fetching) fetch_run(fetching, spy_header_number(header));
    } else {
      passed += SPY_PACKED_INSTRUCTIONS(e->packed);
    }
    if (LIKELY(whole)) spy_trace_run(e, at);
    if (whole && !(simulates && spy_trace.tracing)) {
      spy_drain_skip(q, e, at);
      at += e->n_references;
      continue;
    }
    if (!whole) spy_trace_loop_break();
    bin_site *site = e->sites;
    for (const ULong *const last = at + e->n_references; at < last; at++, site++) {
      if (!whole) spy_trace_one(e, site, at);
      if (simulates && spy_trace.tracing)
        bin_reference_and_call(account, flow, &lane, lane.line_bits, site, *at, clock += COH_CLOCK_STEP);
      else
        spy_drain_skip_reference(q, site, *at);
    }
    if (!whole) spy_trace_end_run(e, at - 1);
    spy_exit_follow(flow, e, at - 1);
  }
  spy_trace_loop_break();
  p->d1.clock = clock + COH_CLOCK_STEP;
  coh_execute(spy_system, p, SPY_PACKED_INSTRUCTIONS(packed) + passed);
  spy_count_runs(flow->processor, packed);
  spy_control_look();
  return at;
}

static const ULong *drain_alone_traced(spy_queue *q, const ULong *at, const ULong *end, const bin_lane lane,
                                       fetch_processor *fetching) {
  if (spy_options_get()->simulate) return alone_traced(q, at, end, lane, fetching, True);
  return alone_traced(q, at, end, lane, NULL, False);
}

static ULong misses_of(const coh_processor *p) { return p->counts.read_misses + p->counts.write_misses; }

/* For a machine on which results depend on the clock at each reference. */
static const ULong *drain_alone_timed(spy_queue *q, const ULong *at, const ULong *end, const bin_lane lane,
                                      fetch_processor *fetching) {
  const Bool shapes = spy_block_shapes_fit(&lane);
  if (fetching && shapes)
    return alone_lines(q, at, end, not_folded(lane), lane.line_bits, fetching, TIMED | SHAPES | FETCHES);
  if (fetching) return alone_lines(q, at, end, lane, lane.line_bits, fetching, TIMED | FETCHES);
  if (shapes) return alone_lines(q, at, end, not_folded(lane), lane.line_bits, NULL, TIMED | SHAPES);
  return alone_lines(q, at, end, lane, lane.line_bits, NULL, TIMED);
}

/* As alone_lines(), with contexts. */
static const ULong *drain_alone_in_contexts(spy_queue *q, const ULong *at, const ULong *end, const bin_lane lane,
                                            fetch_processor *fetching, Bool timed) {
  if (!spy_block_shapes_fit(&lane)) {
    if (timed && fetching) return alone_lines(q, at, end, lane, lane.line_bits, fetching, CALLERS | TIMED | FETCHES);
    if (timed) return alone_lines(q, at, end, lane, lane.line_bits, NULL, CALLERS | TIMED);
    if (fetching) return alone_lines(q, at, end, lane, lane.line_bits, fetching, CALLERS | FETCHES);
    return alone_lines(q, at, end, lane, lane.line_bits, NULL, CALLERS);
  }
  const bin_lane fit = not_folded(lane);
  if (timed && fetching)
    return alone_lines(q, at, end, fit, lane.line_bits, fetching, CALLERS | SHAPES | TIMED | FETCHES);
  if (timed) return alone_lines(q, at, end, fit, lane.line_bits, NULL, CALLERS | SHAPES | TIMED);
  if (fetching) return alone_lines(q, at, end, fit, lane.line_bits, fetching, CALLERS | SHAPES | FETCHES);
  return alone_lines(q, at, end, fit, lane.line_bits, NULL, CALLERS | SHAPES);
}

const ULong *spy_drain_alone(spy_queue *q, const ULong *at, const ULong *end) {
  if (at == end) return at;
  const unsigned processor = q->flow.processor;
  const Bool timed = mach_config_is_timed(&spy_system->config);
  const UInt n = (UInt)(end - at);
  spy_blocks_keep_small(n);
  coh_activate(spy_system, processor);
  const coh_processor *p = &spy_system->processors[processor];
  const bin_lane lane = bin_lane_of(p);
  const ULong misses = misses_of(p);
  fetch_processor *const fetching = spy_caches ? fetch_processor_get(spy_caches, processor) : NULL;
  if (timed) spy_producers_alone(processor, at, end);
  if (UNLIKELY(spy_contexts != NULL))
    at = drain_alone_in_contexts(q, at, end, lane, fetching, timed);
  else if (timed)
    at = drain_alone_timed(q, at, end, lane, fetching);
  else if (UNLIKELY(spy_trace.drains))
    at = drain_alone_traced(q, at, end, lane, fetching);
  else if (UNLIKELY(spy_sweeps) && spy_sweep_is_plain(processor) && spy_block_shapes_fit(&lane))
    at = alone_lines(q, at, end, not_folded(lane), lane.line_bits, NULL, SWEEPS | SHAPES);
  else if (UNLIKELY(spy_sweeps))
    at = alone_lines(q, at, end, lane, lane.line_bits, NULL, SWEEPS);
  else if (UNLIKELY(spy_counter.is_on) && spy_block_shapes_fit(&lane))
    at = alone_lines(q, at, end, not_folded(lane), lane.line_bits, NULL, COUNTS | SHAPES);
  else if (UNLIKELY(spy_counter.is_on))
    at = alone_lines(q, at, end, lane, lane.line_bits, NULL, COUNTS);
  else if (fetching && spy_block_shapes_fit(&lane))
    at = alone_lines(q, at, end, not_folded(lane), lane.line_bits, fetching, SHAPES | FETCHES);
  else if (fetching)
    at = alone_lines(q, at, end, lane, lane.line_bits, fetching, FETCHES);
  else if (LIKELY(spy_block_shapes_fit(&lane)))
    at = alone_lines(q, at, end, not_folded(lane), lane.line_bits, NULL, SHAPES);
  else
    at = alone_lines(q, at, end, lane, lane.line_bits, NULL, 0);
  if (timed) spy_producers_alone(processor, NULL, NULL);
  missed[processor] = (misses_of(p) - misses) * 8 > n;
  spy_intervals_pass(p->now);
  return at;
}
