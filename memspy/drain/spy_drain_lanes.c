/* spy_drain_lanes.c: see spy_drain_lanes.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_drain_lanes.h"

#include "bins/bin_account-inl.h"
#include "coherence/coh_early.h"
#include "coherence/coh_line-inl.h"
#include "coherence/coh_order-inl.h"
#include "coherence/coh_stall.h"
#include "fetch/fetch_system-inl.h"
#include "memspy/drain/spy_callers.h"
#include "memspy/drain/spy_counted.h"
#include "memspy/drain/spy_drain_alone.h"
#include "memspy/drain/spy_drain_bound.h"
#include "memspy/drain/spy_drain_step-inl.h"
#include "memspy/drain/spy_intervals.h"
#include "memspy/record/spy_block.h"
#include "memspy/record/spy_lane-inl.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_record.h"
#include "memspy/record/spy_touched.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/sweep/spy_sweep.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_loop.h"
#include "memspy/trace/spy_trace_run.h"
#include "memspy/trace/spy_trace_turn.h"

/* Modes of the loop: compile-time constants in its instances. */
enum { SIMULATES = 1, TRACES = 2, APART = 4, FETCHES = 8, SWEEPS = 16, COUNTS = 32, CALLERS = 64 };

/* Ends the current block run: advances the time by the rest of its instructions, and follows its call or return. */
static inline ULong end_run(spy_lane *l, ULong key, ULong step, const unsigned mode) {
  const spy_exit *e = spy_exit_get(l->number);
  if (mode & TRACES) spy_trace_end_run(e, l->at - 1);
  if (mode & SWEEPS) spy_sweep_pass(coh_order_processor(key), e->tail);
  l->number = 0;
  if (mode & COUNTS)
    spy_counted_end(&l->queue->flow, e, l->at - 1);
  else if (mode & CALLERS)
    spy_callers_follow(&l->queue->flow, e, l->at - 1, l->packed);
  else
    spy_exit_follow(&l->queue->flow, e, l->at - 1);
  return key + e->tail * step;
}

/* The first function sets the processor's clock to that of its lane's key. The second returns the key of the
 * processor's clock. */
static inline void set_clock(coh_processor *p, ULong key) {
  p->now = coh_order_clock(key);
  p->ticks = coh_order_ticks(key);
}

static inline ULong key_of_clock(const coh_processor *p) { return coh_order_key_at(p->now, p->ticks, coh_number(p)); }

/* Starts the record at l->at, which is not a simulated block run. An event can add the lane's packed counts to the
 * account, so that l->packed starts again at 0. */
static void pass_other(spy_lane *l, coh_processor *p) {
  const Bool look = spy_record_changes_memory(l->at);
  set_clock(p, l->key);
  if (spy_contexts) spy_callers_pause(l->queue, l->packed);
  l->at = l->last = spy_drain_other(l->queue, l->at);
  if (spy_contexts) spy_callers_resume(l->queue, l->packed);
  l->key = key_of_clock(p);
  if (look) spy_lane_look_for_event(l);
}

/* Fetches all instructions of a run, at the start of the run. The stalls of these fetches advance the lane's key. */
static ULong fetch_lane(spy_lane *l, coh_processor *p, UInt number, ULong key) {
  set_clock(p, key);
  fetch_run(fetch_processor_get(spy_caches, coh_order_processor(key)), number);
  const ULong later = key_of_clock(p);
  l->until += later - key;
  return later;
}

/* Advances the lane by a reference that is not simulated. */
static inline void pass_reference(spy_lane *l, const bin_site *site, ULong address) {
  spy_drain_skip_reference(l->queue, site, address);
  if (UNLIKELY(spy_lanes.spinning != 0) && !(site->flags & BIN_SITE_READS))
    spy_lanes_cut_spins(l->queue->flow.processor, address, site->last);
}

/* A range of a lane's block runs. `alone`: each of the runs is independent of other lanes. */
typedef struct {
  const ULong *end; /* NULL: no range */
  Bool alone;
} stretch;

/* Returns the range of block runs from `at` on that end by `limit`. If the first run is alone, the range ends before
 * the first run that is not alone. Otherwise, it ends before the next MANY consecutive runs that are alone: with fewer,
 * the search for loops, which stays within a range, would find too little. */
static stretch next_stretch(UInt processor, const ULong *at, const ULong *end, ULong key, ULong limit) {
  enum { MANY = 32 };
  const ULong step = (ULong)mach_step(&spy_system->config) << COH_ORDER_BITS;
  const ULong *const first = at, *many = at;
  const Bool is_free = spy_control_is_free();
  Bool alone = False;
  UInt n = 0; /* number of consecutive runs from `many` on that are alone */
  for (; at < end && !spy_record_changes_memory(at); at = spy_record_next(at)) {
    const Bool is_event = spy_record_is_event(at);
    if (!is_event) key += SPY_PACKED_INSTRUCTIONS(spy_record_exit(*at)->packed) * step;
    if (key > limit) break;
    const Bool is_alone = is_free && !is_event && spy_touched_alone(processor, at);
    if (at == first) alone = is_alone;
    if (alone && !is_alone) break;
    if (alone) continue;
    if (n == 0) many = at;
    n = is_alone ? n + 1 : 0;
    if (n == MANY) return (stretch){many, False};
  }
  return (stretch){at, alone};
}

/* Advances the lane by a whole block run, without simulating it. */
static const ULong *pass_whole(spy_lane *l, const ULong *at, ULong *key) {
  spy_exit *e = spy_record_exit(*at++);
  if (spy_trace.tracing) {
    l->packed += e->packed;
    e->executed++;
  }
  spy_trace_run(e, at);
  spy_drain_skip(l->queue, e, at);
  *key += SPY_PACKED_INSTRUCTIONS(e->packed) * ((ULong)mach_step(&spy_system->config) << COH_ORDER_BITS);
  return at + e->n_references;
}

/* Advances the lane by a whole block run, or by several repetitions of block runs at once, without simulating them.
 * Returns the next position. */
static const ULong *pass_runs(spy_lane *l, const ULong *at, ULong *key, Bool alone) {
  const ULong step = (ULong)mach_step(&spy_system->config) << COH_ORDER_BITS;
  ULong packed = 0;
  const ULong *const next = spy_trace_loop_look(l->queue, at, &packed);
  if (next != at) {
    l->packed += packed;
    *key += SPY_PACKED_INSTRUCTIONS(packed) * step;
    return next;
  }
  if (!spy_trace.tracing) return pass_whole(l, at, key);
  if (alone && !spy_trace.logs) {
    spy_trace_at(*key, True);
    return pass_whole(l, at, key);
  }
  spy_exit *e = spy_record_exit(*at++);
  l->packed += e->packed;
  e->executed++;
  const bin_site *site = e->sites;
  for (const ULong *const last = at + e->n_references; at < last; at++, site++) {
    *key += site->gap * step;
    spy_trace_at(*key, alone);
    spy_trace_one(e, site, at);
    spy_drain_skip_reference(l->queue, site, *at);
  }
  *key += e->tail * step;
  spy_trace_end_run(e, at - 1);
  spy_exit_follow(&l->queue->flow, e, at - 1);
  return at;
}

/* Prefetches the data for the reference at which the lane's turn ends, since this reference can miss. */
static inline void load_for_turn(const coh_processor *p, unsigned processor, ULong address) {
  const ULong line = address >> p->line_bits;
  const ULong slot = coh_cache_set(&p->d1, line) * p->d1.stride;
  __builtin_prefetch(&p->d1.keys[slot], 1);
  __builtin_prefetch(&p->d1.uses[slot], 1);
  __builtin_prefetch(&p->d1.tags[slot], 1);
  __builtin_prefetch(&p->words[slot]);
  coh_load_ahead(p, line);
  if (spy_system->directory && !coh_pages_are_of(p->pages, line, processor))
    coh_directory_load(spy_system->directory, line);
}

/* Returns whether a reference can be traced and simulated before its turn. To qualify, it must be a plain hit, and must
 * not conflict with another lane, even on machines with longer lines. */
static inline Bool may_be_traced_ahead(const bin_flow *flow, const bin_lane *b, UInt line_bits, const bin_site *site,
                                       ULong address) {
  return bin_plain_entry(flow, b, line_bits, site, address) &&
         coh_early_is_alone(spy_system, flow->processor, address >> line_bits);
}

static inline ULong first_of(ULong a, ULong b) { return a < b ? a : b; }

/* Returns the key at which a stall of the processor becomes due, or COH_ORDER_NEVER if there is none. */
static inline ULong key_of_stall(coh_processor *p, ULong key) {
  if (LIKELY(!p->window)) return COH_ORDER_NEVER;
  set_clock(p, key);
  const ULong ticks = coh_until_due(p);
  return ticks == UINT64_MAX ? COH_ORDER_NEVER : key + (ticks << COH_ORDER_BITS);
}

/* Adds the stalls that are due at `key` to the lane. Returns the key after them. */
static ULong stall_lane(spy_lane *l, coh_processor *p, ULong key) {
  set_clock(p, key);
  coh_catch_up(p);
  const ULong later = key_of_clock(p);
  l->until += later - key;
  return later;
}

/* Simulates a lane: plain hits while its key is at most `horizon`, other references while it is at most `limit`. It is
 * one long function so that the loop's variables stay in registers.
 * NOLINTNEXTLINE(readability-function-size) */
__attribute__((always_inline)) static inline void lane_lines(spy_lane *const l, const ULong limit, const ULong horizon,
                                                             const unsigned line_bits, const unsigned mode) {
  const unsigned processor = coh_order_processor(l->key);
  coh_processor *const p = &spy_system->processors[processor];
  const bin_lane b = bin_lane_of(p);
  const ULong step = (ULong)mach_step(&spy_system->config) << COH_ORDER_BITS;
  const Bool plain = spy_options_get()->n_toggles == 0;
  bin_account *const account = spy_account;
  bin_flow *const flow = &l->queue->flow;
  const ULong *at = l->at, *last = l->last;
  bin_site *site = l->site;
  ULong key = l->key, d1_clock = p->d1.clock, stall = key_of_stall(p, key), stop = first_of(horizon, stall);
  stretch whole = {0}; /* the runs that end by the limit */
  if (mode & CALLERS) spy_callers_resume(l->queue, l->packed);
  if (mode & APART)
    spy_trace_turn_at(l->queue, key);
  else if (mode & TRACES)
    spy_trace_turn(l->queue);
  for (;;) {
    if (at == last) {
      l->at = at;
      if (l->number != 0) key = end_run(l, key, step, mode);
      if (at == l->end || (mode & FETCHES && key > limit)) break;
      if (mode & APART && at >= whole.end) {
        whole = next_stretch(processor, at, l->end, key, limit);
        if (whole.end != at) spy_trace_loop_begin(at, whole.end);
      }
      ULong header = *at;
      if (UNLIKELY(spy_record_is_event(at) || !plain || !spy_collecting() || (mode & TRACES && spy_control_picks))) {
        if (key >= stall) { /* the stall is before the event */
          key = stall_lane(l, p, key);
          stall = key_of_stall(p, key);
          stop = first_of(horizon, stall);
        }
        if (key > limit) break;
        if (mode & APART) spy_trace_at(key, False);
        header = spy_drain_simulated(l->queue, at);
        if (header == 0) {
          if (mode & APART) spy_trace_loop_break();
          l->key = key;
          p->d1.clock = d1_clock;
          pass_other(l, p);
          at = last = l->at;
          key = l->key;
          stall = key_of_stall(p, key);
          stop = first_of(horizon, stall);
          continue;
        }
      }
      if (mode & APART && at < whole.end) {
        at = last = pass_runs(l, at, &key, whole.alone);
        continue;
      }
      at++;
      l->number = spy_header_number(header);
      spy_exit *e = spy_exit_get(l->number);
      if (mode & CALLERS) spy_callers_begin(l->queue, header, l->packed);
      if (!(mode & TRACES) || spy_trace.tracing) {
        l->packed += e->packed;
        e->executed++;
        if (mode & FETCHES) {
          key = fetch_lane(l, p, l->number, key);
          stall = key_of_stall(p, key);
          stop = first_of(horizon, stall);
        }
      }
      site = e->sites;
      last = at + spy_record_words(header);
      if (at == last) continue;
      key += site->gap * step;
    }
    if (key >= stop) {
      if (key >= stall) {
        key = stall_lane(l, p, key);
        stall = key_of_stall(p, key);
        stop = first_of(horizon, stall);
      }
      if (key > horizon) break;
    }
    if (mode & TRACES && key > limit && !may_be_traced_ahead(flow, &b, line_bits, site, *at)) {
      load_for_turn(p, processor, *at);
      break;
    }
    if (mode & APART) spy_trace_at(key, False);
    if (mode & TRACES) spy_trace_one(spy_exit_get(l->number), site, at);
    if (mode & SWEEPS) spy_sweep_one(flow, site, *at);
    d1_clock += COH_CLOCK_STEP;
    if (!(mode & SIMULATES) || (mode & TRACES && !spy_trace.tracing)) {
      pass_reference(l, site, *at);
    } else {
      if (UNLIKELY(!bin_reference_plainly(flow, &b, line_bits, site, *at, d1_clock))) {
        if (key > limit) {
          tl_assert(!(mode & TRACES)); /* it has already been traced */
          if (!coh_line_is_for_one(p, *at >> line_bits))
            /* There is no prefetch of a contended line, because it is already in the host's cache. */
            break;
          if (!bin_reference_ahead(account, flow, site, *at, d1_clock)) {
            load_for_turn(p, processor, *at);
            break;
          }
        } else {
          set_clock(p, key);
          const ULong events = mode & COUNTS ? spy_counter_events(p) : 0;
          bin_reference_slowly(account, flow, site, *at, d1_clock);
          if (mode & COUNTS && spy_counter_events(p) != events)
            spy_counter_event(l->queue, spy_exit_get(l->number), site);
          const ULong later = key_of_clock(p);
          l->until += later - key;
          key = later;
          stall = key_of_stall(p, key);
          stop = first_of(horizon, stall);
        }
      }
      if (UNLIKELY(spy_lanes.spinning != 0) && !(site->flags & BIN_SITE_READS))
        spy_lanes_cut_spins(processor, *at, site->last);
      if (UNLIKELY(site->flags & BIN_SITE_CALL)) {
        if (mode & COUNTS)
          spy_counted_call(account, flow, site, *at, spy_exit_get(l->number));
        else
          bin_site_follow_call(account, flow, site, *at);
      }
    }
    at++;
    site++;
    if (at != last) key += site->gap * step;
  }
  if (mode & APART) spy_trace_loop_break();
  l->at = at;
  l->last = last;
  l->site = site;
  l->key = key;
  p->d1.clock = d1_clock + COH_CLOCK_STEP;
  set_clock(p, key);
  if (mode & CALLERS) spy_callers_pause(l->queue, l->packed);
}

/* Returns the horizon for traced hits. It is earlier than the horizon without a trace, since these hits can miss on
 * other machines. */
static ULong traced_horizon(ULong limit, ULong horizon) {
  const ULong most = coh_order_span(TRACE_TURNS_WHILE);
  if (!spy_control_is_free() || horizon <= limit) return limit;
  return horizon - limit < most ? horizon : limit + most;
}

static void lane_run(spy_lane *l, ULong limit, ULong horizon) {
  const unsigned line_bits = spy_system->processors[coh_order_processor(l->key)].line_bits;
  if (UNLIKELY(spy_trace.drains && spy_caches))
    lane_lines(l, limit, limit, line_bits, SIMULATES | TRACES | FETCHES);
  else if (UNLIKELY(spy_sweeps))
    lane_lines(l, limit, limit, line_bits, SIMULATES | SWEEPS);
  else if (UNLIKELY(spy_counter.is_on))
    lane_lines(l, limit, horizon, line_bits, SIMULATES | COUNTS);
  else if (UNLIKELY(spy_contexts != NULL && spy_caches))
    lane_lines(l, limit, limit, line_bits, SIMULATES | FETCHES | CALLERS);
  else if (UNLIKELY(spy_contexts != NULL))
    lane_lines(l, limit, horizon, line_bits, SIMULATES | CALLERS);
  else if (UNLIKELY(spy_caches))
    lane_lines(l, limit, limit, line_bits, SIMULATES | FETCHES);
  else if (UNLIKELY(spy_trace.drains && spy_options_get()->simulate))
    lane_lines(l, limit, traced_horizon(limit, horizon), line_bits, SIMULATES | TRACES);
  else if (UNLIKELY(spy_trace.drains))
    lane_lines(l, limit, limit, line_bits, TRACES);
  else if (line_bits == 6)
    lane_lines(l, limit, horizon, 6, SIMULATES);
  else
    lane_lines(l, limit, horizon, line_bits, SIMULATES);
}

void spy_lane_finish(UInt processor) {
  if (!spy_lane_is_empty(processor)) lane_run(&spy_lanes.lanes[processor], COH_ORDER_NEVER, COH_ORDER_NEVER);
  spy_lane_settle(processor);
  if (spy_trace.drains) spy_control_look();
}

/* Sets the key of a processor's next action, and the time up to which its actions are known. */
static inline void enter(UInt processor, ULong (*idle_key)(UInt), coh_order *next, coh_order *known) {
  const spy_lane *const l = &spy_lanes.lanes[processor];
  const Bool empty = spy_lane_is_done(l);
  const ULong key = empty ? idle_key(processor) : l->key;
  coh_order_set(next, processor, key);
  coh_order_set(known, processor, empty ? key : l->until);
}

/* For runs without simulation. Returns the key up to which each event concerns only one lane, or 0 if that key is too
 * close. `known` contains, for each processor, the key up to which the processor's actions are known. */
static ULong calm_until(const coh_order *known, ULong first) {
  enum { LEAST = 256 }; /* cycles */
  if (spy_lanes.spinning != 0) return 0;
  const ULong end = coh_order_first(known);
  if (end <= first || coh_order_clock(end - first) < LEAST) return 0;
  ULong words = 0;
  for (UInt i = 0; i < spy_system->config.processors; i++)
    words += (ULong)(spy_lanes.lanes[i].end - spy_lanes.lanes[i].at);
  return words < spy_trace.left ? end - 1 : 0;
}

/* Advances each lane up to `limit`, one lane after the other. Without simulation, the clock of each processor depends
 * only on its own instructions, so the lanes need not wait for each other. Only the order of the trace depends on all
 * lanes. */
static void run_apart(ULong limit) {
  spy_trace_apart();
  if (spy_control_is_free()) {
    spy_touched_begin();
    for (UInt i = 0; i < spy_system->config.processors; i++)
      if (!spy_lane_is_empty(i)) spy_touched_note(&spy_lanes.lanes[i], limit);
  }
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    spy_lane *l = &spy_lanes.lanes[i];
    if (spy_lane_is_empty(i) || l->key > limit) continue;
    lane_lines(l, limit, limit, spy_system->processors[i].line_bits, TRACES | APART);
    if (spy_lane_is_empty(i)) spy_lane_settle(i);
  }
  spy_trace_together();
}

/* Calls enter() for all processors. Before these calls, updates `until` of lanes that have reached it. */
static void enter_all(ULong (*idle_key)(UInt), coh_order *next, coh_order *known) {
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    spy_lane *l = &spy_lanes.lanes[i];
    if (l->until < l->key && !spy_lane_is_empty(i) && !spy_options_get()->simulate) spy_lane_look_for_event(l);
    enter(i, idle_key, next, known);
  }
}

/* Returns the limit of a lane whose turn ends at `limit`, extended by the slack. The limit stays at most `horizon`: the
 * first event of another lane, or the time from which that lane's actions are unknown. */
static ULong add_slack(ULong limit, ULong horizon, const spy_options *options) {
  const ULong slack = coh_order_span(options->slack);
  if (slack == 0 || horizon <= limit) return limit;
  return horizon - limit > slack ? limit + slack : horizon;
}

/* Reduces a limit to the time at which the counts are next read (spy_intervals.h), so that the contents of an interval
 * do not depend on how far lanes ran ahead. With slack, returns the limit unchanged: the contents can depend on the
 * slack, and intervals must not change the limit. */
static ULong up_to_look(ULong limit, const spy_options *options) {
  if (LIKELY(spy_intervals_cycles == SPY_NO_INTERVALS) || options->slack != 0) return limit;
  const ULong look = coh_order_key(spy_intervals_from + spy_intervals_cycles, 0) - 1;
  return look < limit ? look : limit;
}

/* Simulates the rest of the lane's current run, as far as it is before `limit`. */
static void finish_run(spy_lane *l, ULong limit) {
  const ULong *const end = l->end;
  l->end = l->last;
  if (!spy_lane_is_done(l)) lane_run(l, limit, limit);
  l->end = end;
}

/* Simulates records of a lane by the loop of a single thread, which is faster. `limit` is the lane's last key before
 * the turn of another processor or the end of an interval. Returns whether the lane advanced. */
static Bool run_alone(spy_lane *l, ULong limit) {
  const UInt processor = coh_order_processor(l->key);
  const ULong key = l->key;
  if ((spy_lanes.spinning & ~(1ULL << processor)) != 0 || l->queue->clocked != 0) return False;
  if (l->number != 0) finish_run(l, limit);
  if (l->number == 0 && l->at < l->end) {
    const ULong *const at = l->at;
    spy_drain_bound = limit == COH_ORDER_NEVER ? SPY_NO_BOUND : coh_order_clock(limit);
    l->at = l->last = spy_drain_alone(l->queue, at, l->end);
    spy_drain_bound = SPY_NO_BOUND;
    if (l->at == at) return l->key != key;
    l->key = coh_order_key_at(spy_system->processors[processor].now, spy_system->processors[processor].ticks,
                              processor);
  }
  return True;
}

ULong spy_lanes_merge(ULong (*idle_key)(UInt processor)) {
  static coh_order next, known;
  const spy_options *const options = spy_options_get();
  const UInt processors = spy_system->config.processors;
  coh_order_init(&next, processors);
  coh_order_init(&known, processors);
  enter_all(idle_key, &next, &known);
  const ULong least = spy_drain_bound_least();
  ULong first;
  while ((first = coh_order_first(&next)) != COH_ORDER_NEVER) {
    const UInt processor = coh_order_processor(first);
    spy_intervals_pass(coh_order_clock(first));
    if (spy_lane_is_done(&spy_lanes.lanes[processor])) {
      /* If another processor has cut the lane, the lane's processor continues later or never. */
      enter(processor, idle_key, &next, &known);
      if (coh_order_first(&next) == first) break;
      continue;
    }
    const ULong calm = options->simulate ? 0 : calm_until(&known, first);
    if (calm != 0) {
      run_apart(calm);
      enter_all(idle_key, &next, &known);
      continue;
    }
    const ULong limit = up_to_look(coh_order_limit(&next, processor), options);
    /* A lane that can be cut must not run ahead, since the position at which it is cut must not depend on this. */
    const Bool ahead = options->run_ahead && !(spy_lanes.spinning >> processor & 1);
    const ULong horizon = ahead ? up_to_look(coh_order_limit(&known, processor), options) : limit;
    if (coh_order_clock(limit - first) <= least || !run_alone(&spy_lanes.lanes[processor], limit))
      lane_run(&spy_lanes.lanes[processor], add_slack(limit, horizon, options), horizon > limit ? horizon : limit);
    if (spy_lane_is_done(&spy_lanes.lanes[processor])) spy_lane_settle(processor);
    enter(processor, idle_key, &next, &known);
  }
  if (spy_trace.drains) spy_control_look();
  return first;
}
