/* spy_drain_alone.c: see spy_drain_alone.h. The hot spot of the tool.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/drain/spy_drain_alone.h"

#include "bins/bin_account-inl.h"
#include "memspy/record/spy_block.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_loop.h"

/* ---- what is not a simulated run of a block ---- */

static void apply_toggle(spy_queue *q, const spy_exit *e) {
  if (q->inside && bin_flow_watch_ended(&q->flow)) q->inside = False;
  if (!q->inside && e->toggles) {
    bin_flow_watch(&q->flow);
    q->inside = True;
  }
}

static inline void skip_reference(spy_queue *q, const bin_site *site, ULong address) {
  if (site->flags & BIN_SITE_CALL)
    bin_flow_call(&q->flow, address, bin_table_get_place(spy_table, site->place)->segment);
}

/* While the machine stands still, only the calls are followed. */
static void follow_calls(spy_queue *q, const spy_exit *e, const ULong *addresses) {
  for (UInt i = 0; e->calls && i < e->n_references; i++) skip_reference(q, &e->sites[i], addresses[i]);
  spy_exit_follow(&q->flow, e, addresses + e->n_references - 1);
}

static inline void skip_references(spy_queue *q, const spy_exit *e, const ULong *addresses) {
  if (e->calls || e->end != SPY_END_PLAIN) follow_calls(q, e, addresses);
}

static Bool is_event(const ULong *at) { return *at < spy_header(SPY_FIRST_EXIT, 0); }

static ULong run_cycles(const spy_exit *e) {
  return SPY_PACKED_INSTRUCTIONS(e->packed) * spy_system->config.cpi;
}

/* An event, or a run of a block that is not simulated. Returns where the next record is. */
static const ULong *drain_other(spy_queue *q, const ULong *at) {
  if (is_event(at)) return spy_event_apply(q, at);
  const spy_exit *e = spy_exit_get(spy_header_number(*at++));
  if (spy_trace_is_open && !q->untold) spy_trace_skip(e, at);
  skip_references(q, e, at);
  spy_system->processors[q->flow.processor].now += run_cycles(e);
  return at + e->n_references;
}

/* Whether the run of a block is simulated, where that is not plain. */
static Bool is_simulated(spy_queue *q, const ULong *at) {
  if (is_event(at)) return False;
  const spy_exit *e = spy_exit_get(spy_header_number(*at));
  const spy_options *options = spy_options_get();
  if (options->n_toggles != 0) apply_toggle(q, e);
  if (spy_control_picks && !spy_control_wants(q, e)) return False;
  return spy_collecting() || (q->inside && !options->trace_functions);
}

/* A site counts to 2^32, so it must be flushed before as many references have passed. */
static void keep_sites_small(ULong words) {
  static ULong passed;
  passed += words;
  if (LIKELY(passed < 1u << 31)) return;
  spy_blocks_flush();
  passed = 0;
}

void spy_count_rest(UInt processor, const spy_exit *e, const bin_site *from, ULong times) {
  UInt before = 0, reads = 0, writes = 0;
  for (const bin_site *site = e->sites; site < from; site++) before += site->gap;
  for (const bin_site *site = from; site < e->sites + e->n_references; site++)
    *((site->flags & BIN_SITE_KIND) == COH_WRITE ? &writes : &reads) += 1;
  spy_exit_charge(e, before, times);
  bin_account_executed(spy_account, processor, (SPY_PACKED_INSTRUCTIONS(e->packed) - before) * times, reads * times,
                       writes * times);
}

static void count_runs(UInt processor, ULong packed) {
  bin_account_executed(spy_account, processor, SPY_PACKED_INSTRUCTIONS(packed), SPY_PACKED_READS(packed),
                       SPY_PACKED_WRITES(packed));
}

/* ---- one thread alone ---- */

/* Starts to load what the next references will need, where many miss: some words ahead, so that it is there in time
 * and still near. Returns where to do so again. */
static const ULong *look_ahead(const spy_queue *q, const ULong *at, const ULong *end) {
  enum { STEP = 64 };
  if (!q->missing || end - at <= STEP) return end;
  const ULong *from = at + STEP;
  coh_prefetch(spy_system, q->flow.processor, (const uint64_t *)from, (UInt)(end - from < STEP ? end - from : STEP));
  return from;
}

/* One run of a block is one round. What changes rarely stands in constants: the compiler cannot know that a site's
 * counter is not one of them. */
__attribute__((always_inline)) static inline void alone_lines(spy_queue *q, const ULong *at, const ULong *end,
                                                              const bin_lane lane, const unsigned line_bits) {
  const Bool plain = spy_options_get()->n_toggles == 0;
  bin_account *const account = spy_account;
  bin_flow *const flow = &q->flow;
  coh_processor *const p = &spy_system->processors[flow->processor];
  ULong packed = 0;
  ULong clock = p->d1.clock;
  const ULong *ahead = look_ahead(q, at, end);
  while (at < end) {
    if (UNLIKELY(at >= ahead)) ahead = look_ahead(q, at, end);
    if (UNLIKELY((is_event(at) || !plain || !spy_collecting()) && !is_simulated(q, at))) {
      at = drain_other(q, at);
      continue;
    }
    const ULong header = *at++;
    spy_exit *e = spy_exit_get(spy_header_number(header));
    const UInt few = header & SPY_HEADER_MANY;
    packed += e->packed;
    e->executed++;
    bin_site *site = e->sites;
    for (const ULong *const last = at + (LIKELY(few < SPY_HEADER_MANY) ? few : e->n_references); at < last;
         at++, site++)
      bin_reference(account, flow, &lane, line_bits, site, *at, clock += COH_CLOCK_STEP);
    spy_exit_follow(flow, e, at - 1);
  }
  p->d1.clock = clock + COH_CLOCK_STEP;
  p->now += SPY_PACKED_INSTRUCTIONS(packed) * spy_system->config.cpi;
  count_runs(flow->processor, packed);
}

/* Behind a record whose length its header tells. */
static inline const ULong *next_record(const ULong *at) { return at + 1 + (*at & SPY_HEADER_MANY); }

/* Starts to load what the next runs of blocks need: the exit of one, and the block of the one before, whose exit is there
 * by now. `at` is a record. */
static inline void load_ahead(const ULong *at, const ULong *end) {
  const ULong *const next = next_record(at);
  if (UNLIKELY((*at & SPY_HEADER_MANY) == SPY_HEADER_MANY || next >= end)) return;
  const ULong *const then = next_record(next);
  __builtin_prefetch(&((const spy_block *)spy_exit_get(spy_header_number(*next))->sites - 1)->n_scope_changes);
  if (LIKELY(then < end)) __builtin_prefetch(spy_exit_get(spy_header_number(*then)));
}

/* The same where there is, or may be, a trace: only what is traced is simulated, or nothing at all. */
__attribute__((always_inline)) static inline void alone_traced(spy_queue *q, const ULong *at, const ULong *end,
                                                               const bin_lane lane, const Bool simulates) {
  const Bool plain = spy_options_get()->n_toggles == 0;
  bin_account *const account = spy_account;
  bin_flow *const flow = &q->flow;
  coh_processor *const p = &spy_system->processors[flow->processor];
  ULong packed = 0, passed = 0;
  ULong clock = p->d1.clock;
  spy_trace_turn(q);
  if (!simulates) spy_trace_loop_begin(at, end);
  while (at < end) {
    if (UNLIKELY((is_event(at) || !plain || spy_control_picks || !spy_collecting()) && !is_simulated(q, at))) {
      spy_trace_loop_break();
      at = drain_other(q, at);
      continue;
    }
    const ULong *const next = simulates ? at : spy_trace_loop_look(q, at, &packed);
    if (next != at) {
      at = next;
      continue;
    }
    load_ahead(at, end);
    spy_exit *e = spy_exit_get(spy_header_number(*at++));
    const Bool whole = spy_trace_left >= e->n_references;
    if (spy_tracing) {
      packed += e->packed;
      e->executed++;
    } else {
      passed += SPY_PACKED_INSTRUCTIONS(e->packed);
    }
    if (LIKELY(whole)) spy_trace_run(e, at);
    if (whole && !(simulates && spy_tracing)) {
      skip_references(q, e, at);
      at += e->n_references;
      continue;
    }
    if (!whole) spy_trace_loop_break();
    bin_site *site = e->sites;
    for (const ULong *const last = at + e->n_references; at < last; at++, site++) {
      if (!whole) spy_trace_one(e, site, at);
      if (simulates && spy_tracing)
        bin_reference(account, flow, &lane, lane.line_bits, site, *at, clock += COH_CLOCK_STEP);
      else
        skip_reference(q, site, *at);
    }
    if (!whole) spy_trace_end_run(e, at - 1);
    spy_exit_follow(flow, e, at - 1);
  }
  spy_trace_loop_break();
  p->d1.clock = clock + COH_CLOCK_STEP;
  p->now += (SPY_PACKED_INSTRUCTIONS(packed) + passed) * spy_system->config.cpi;
  count_runs(flow->processor, packed);
  spy_trace_check();
}

static void drain_alone_traced(spy_queue *q, const ULong *at, const ULong *end, const bin_lane lane) {
  if (spy_options_get()->simulate)
    alone_traced(q, at, end, lane, True);
  else
    alone_traced(q, at, end, lane, False);
}

static ULong misses_of(const coh_processor *p) { return p->counts.read_misses + p->counts.write_misses; }

/* Bus contention asks for the time of each reference, which only the lanes keep. */
static Bool needs_time(void) { return spy_system->config.contention; }

void spy_drain_alone(spy_queue *q, const ULong *at, const ULong *end) {
  if (at == end) return;
  const unsigned processor = q->flow.processor;
  if (needs_time()) {
    spy_lane_load(processor, q, at, end, 0, False);
    spy_lane_finish(processor);
    return;
  }
  const UInt n = (UInt)(end - at);
  keep_sites_small(n);
  coh_activate(spy_system, processor);
  const coh_processor *p = &spy_system->processors[processor];
  const bin_lane lane = bin_lane_of(p);
  const ULong misses = misses_of(p);
  if (UNLIKELY(spy_trace_drains))
    drain_alone_traced(q, at, end, lane);
  else if (lane.line_bits == 6)
    alone_lines(q, at, end, lane, 6);
  else
    alone_lines(q, at, end, lane, lane.line_bits);
  q->missing = (misses_of(p) - misses) * 8 > n;
}

/* ---- lanes ---- */

/* What a processor has to do. Between two references the lane may stand inside a run of a block. */
typedef struct {
  const ULong *at;   /* the next reference, or a header when at == last */
  const ULong *last; /* end of the references of the run under way */
  const ULong *end;
  bin_site *site; /* of the next reference */
  UInt number;    /* of the exit of the run under way; 0: none */
  ULong key;      /* when the next reference happens */
  ULong until;    /* a key before which the lane neither ends nor comes to an event, as far as that is known */
  ULong packed;   /* of the runs begun since the lane was loaded */
  const ULong *spins; /* from here on the thread only waits; NULL: it does not */
  spy_queue *queue;
} lane;

static lane lanes[COH_MAX_PROCESSORS];
static ULong spinning; /* bits: processors whose lane may be cut */
static ULong cutting;  /* bits: processors that have cut others' */

Bool spy_lane_is_empty(UInt processor) {
  const lane *l = &lanes[processor];
  return l->at == l->end && l->number == 0;
}

Bool spy_lane_ended_waits(UInt processor) {
  const ULong bit = 1ULL << processor;
  const Bool ended = (cutting & bit) != 0;
  cutting &= ~bit;
  return ended;
}

void spy_lane_forget(UInt processor) {
  lanes[processor] = (lane){0};
  spinning &= ~(1ULL << processor);
}

/* The counts of runs go to the account when the lane is loaded anew or asked for: a reference at a time would cost
 * more. */
static void settle_lane(UInt processor) {
  count_runs(processor, lanes[processor].packed);
  lanes[processor].packed = 0;
}

/* Lines that were noted lately: with a 1 in the lowest bit, if as stored to. */
enum { NOTED = 512 };
static ULong noted[NOTED];

static void note_line(UInt processor, ULong line, Bool store) {
  ULong *slot = &noted[line % NOTED];
  if (LIKELY((*slot | !store) == (line << 1 | 1))) return;
  *slot = line << 1 | (store || *slot == (line << 1 | 1));
  coh_pending_add(spy_system, processor, line, store);
}

/* Notes the lines that the references of [at, end) touch. Returns the first record at or behind `wait` if from there on
 * there are only reads, else NULL. */
static const ULong *note_lines(UInt processor, const ULong *at, const ULong *end, const ULong *wait) {
  const UInt line_bits = spy_system->processors[processor].line_bits;
  const ULong *first = NULL;
  Bool only_reads = True;
  while (at < end) {
    if (!first && at >= wait) {
      first = at;
      only_reads = True;
    }
    if (is_event(at)) {
      at += 1 + spy_event_words(spy_header_number(*at));
      only_reads = False;
      continue;
    }
    const spy_exit *e = spy_exit_get(spy_header_number(*at++));
    const bin_site *site = e->sites;
    for (const ULong *last = at + e->n_references; at < last; at++, site++) {
      const Bool store = !(site->flags & BIN_SITE_READS);
      only_reads &= !store;
      for (ULong line = *at >> line_bits; line <= (*at + site->last) >> line_bits; line++)
        note_line(processor, line, store);
    }
  }
  return only_reads ? first : NULL;
}

/* Where the words begin to repeat themselves until the end, in rounds of up to MOST words, at least LEAST times. `end`:
 * they do not. */
static const ULong *repeats_from(const ULong *at, const ULong *end) {
  enum { MOST = 64, LEAST = 4 };
  for (Word round = 1; round <= MOST && end - at > LEAST * round; round++) {
    const ULong *same = end - 1;
    while (same - round >= at && *same == same[-round]) same--;
    if (end - same > LEAST * round) return same + 1;
  }
  return end;
}

/* A processor stores to a line: lanes of threads that wait for that end where they begin to wait, or with the run under
 * way. */
static void cut_spins(UInt processor, ULong line) {
  ULong lanes_to_cut = spy_system->pending->lines[coh_pending_hash(line)].touch & spinning & ~(1ULL << processor);
  if (lanes_to_cut != 0) cutting |= 1ULL << processor;
  for (; lanes_to_cut != 0; lanes_to_cut &= lanes_to_cut - 1) {
    lane *l = &lanes[__builtin_ctzll(lanes_to_cut)];
    l->end = l->at < l->spins ? l->spins : l->number != 0 ? l->last : l->at;
    l->until = l->key;
  }
}

/* What was stored lately, where nobody simulates sharing: a word's number with the processor in the low bits. */
enum { STORED = 4096 };
static ULong stored[STORED];
static ULong told[COH_MAX_PROCESSORS];

ULong spy_lane_told(UInt processor) { return told[processor]; }

/* A processor refers to a word: has another one told it something there? */
static inline void look_at_word(UInt processor, ULong address, unsigned kind) {
  const ULong word = address >> 3;
  ULong *slot = &stored[word % STORED];
  if (kind != COH_WRITE && *slot >> COH_ORDER_BITS == word && coh_order_processor(*slot) != processor) {
    told[processor]++;
    *slot = 0;
  }
  if (kind != COH_READ) *slot = coh_order_key(word, processor);
}

/* The same of all words that a lane will refer to. */
static void look_for_sharing(UInt processor, const ULong *at, const ULong *end) {
  while (at < end) {
    if (is_event(at)) {
      at += 1 + spy_event_words(spy_header_number(*at));
      continue;
    }
    const spy_exit *e = spy_exit_get(spy_header_number(*at++));
    const bin_site *site = e->sites;
    for (const ULong *last = at + e->n_references; at < last; at++, site++)
      look_at_word(processor, *at, site->flags & BIN_SITE_KIND);
  }
}

static Bool changes_memory(const ULong *at) { return is_event(at) && spy_header_number(*at) < SPY_EVENT_RETURN; }

/* Cycles of the runs of blocks in [at, end), without stalls: up to an event that changes memory, or all. */
static ULong cycles_recorded(const ULong *at, const ULong *end, Bool all) {
  ULong packed = 0;
  while (at < end && (all || !changes_memory(at))) {
    const UInt number = spy_header_number(*at);
    if (number < SPY_FIRST_EXIT) {
      at += 1 + spy_event_words(number);
    } else {
      const spy_exit *e = spy_exit_get(number);
      packed += e->packed;
      at += 1 + e->n_references;
    }
  }
  return SPY_PACKED_INSTRUCTIONS(packed) * spy_system->config.cpi;
}

/* Finds how far the lane goes at least. */
static void look_for_event(lane *l) {
  ULong rest = 0; /* instructions of the run under way behind the next reference */
  if (l->number != 0) {
    const spy_exit *e = spy_exit_get(l->number);
    rest = e->tail;
    for (const bin_site *site = l->site + 1; site < e->sites + e->n_references; site++) rest += site->gap;
  }
  const ULong cycles = rest * spy_system->config.cpi + cycles_recorded(l->last, l->end, False);
  l->until = l->key + (cycles << COH_ORDER_BITS);
}

void spy_lanes_start(void) { coh_pending_start(spy_system); }

/* Notes what a lane will touch. Returns from where on it only waits, or NULL. Where nothing is simulated only that matters. */
static const ULong *note_load(UInt processor, const ULong *at, const ULong *end) {
  const ULong *wait = repeats_from(at, end);
  coh_pending_clear(spy_system, processor);
  VG_(memset)(noted, 0xff, sizeof noted);
  return wait != end || spy_options_get()->simulate ? note_lines(processor, at, end, wait) : NULL;
}

void spy_lane_load(UInt processor, spy_queue *queue, const ULong *at, const ULong *end, ULong cycles, Bool events) {
  lane *l = &lanes[processor];
  tl_assert(spy_lane_is_empty(processor));
  *l = (lane){.at = at, .last = at, .end = end, .queue = queue};
  l->key = coh_order_key(spy_system->processors[processor].now, processor);
  keep_sites_small((ULong)(end - at));
  coh_activate(spy_system, processor);
  if (!spy_options_get()->simulate) look_for_sharing(processor, at, end);
  if (spy_system->pending) {
    l->spins = note_load(processor, at, end);
    spinning = l->spins ? spinning | 1ULL << processor : spinning & ~(1ULL << processor);
  }
  if (events)
    look_for_event(l);
  else
    l->until = l->key + (cycles << COH_ORDER_BITS);
}

void spy_lane_extend(UInt processor, const ULong *end) {
  lane *l = &lanes[processor];
  keep_sites_small((ULong)(end - l->end));
  if (!spy_options_get()->simulate) look_for_sharing(processor, l->end, end);
  if (spy_system->pending && (spy_options_get()->simulate || spinning >> processor & 1)) {
    VG_(memset)(noted, 0xff, sizeof noted);
    if (!note_lines(processor, l->end, end, l->end)) spinning &= ~(1ULL << processor);
  }
  l->end = end;
}

/* The run under way is over: the rest of its instructions, and its call or return. */
static inline ULong end_run(lane *l, ULong key, ULong step, const Bool traces) {
  const spy_exit *e = spy_exit_get(l->number);
  if (traces) spy_trace_end_run(e, l->at - 1);
  l->number = 0;
  spy_exit_follow(&l->queue->flow, e, l->at - 1);
  return key + e->tail * step;
}

/* Begins the record at l->at, which is not simulated as a run. */
static void pass_other(lane *l, coh_processor *p) {
  const Bool look = changes_memory(l->at);
  p->now = coh_order_clock(l->key);
  l->at = l->last = drain_other(l->queue, l->at);
  l->key = coh_order_key(p->now, coh_order_processor(l->key));
  if (look) look_for_event(l);
}

/* What is done with a lane's references: constants where they are used. */
enum { SIMULATES = 1, TRACES = 2, APART = 4 };

/* A reference of the lane that is not simulated. */
static inline void pass_reference(lane *l, const bin_site *site, ULong address, unsigned line_bits) {
  skip_reference(l->queue, site, address);
  if (UNLIKELY(spinning != 0) && !(site->flags & BIN_SITE_READS))
    cut_spins(l->queue->flow.processor, address >> line_bits);
}

/* The end of the runs of blocks that are over at `limit`. */
static const ULong *runs_until(const ULong *at, const ULong *end, ULong key, ULong limit) {
  const ULong step = (ULong)spy_system->config.cpi << COH_ORDER_BITS;
  while (at < end) {
    if (is_event(at)) {
      if (changes_memory(at)) break;
      at += 1 + spy_event_words(spy_header_number(*at));
      continue;
    }
    const spy_exit *e = spy_exit_get(spy_header_number(*at));
    key += SPY_PACKED_INSTRUCTIONS(e->packed) * step;
    if (key > limit) break;
    at += 1 + e->n_references;
  }
  return at;
}

/* Takes a whole run of a block, or repetitions of some at once. Returns what comes behind. */
static const ULong *pass_runs(lane *l, const ULong *at, ULong *key) {
  const ULong step = (ULong)spy_system->config.cpi << COH_ORDER_BITS;
  ULong packed = 0;
  const ULong *const next = spy_trace_loop_look(l->queue, at, &packed);
  if (next != at) {
    l->packed += packed;
    *key += SPY_PACKED_INSTRUCTIONS(packed) * step;
    return next;
  }
  spy_exit *e = spy_exit_get(spy_header_number(*at++));
  if (!spy_tracing) {
    spy_trace_run(e, at);
    skip_references(l->queue, e, at);
    *key += SPY_PACKED_INSTRUCTIONS(e->packed) * step;
    return at + e->n_references;
  }
  l->packed += e->packed;
  e->executed++;
  const bin_site *site = e->sites;
  for (const ULong *const last = at + e->n_references; at < last; at++, site++) {
    *key += site->gap * step;
    spy_trace_at(*key);
    spy_trace_one(e, site, at);
    skip_reference(l->queue, site, *at);
  }
  *key += e->tail * step;
  spy_trace_end_run(e, at - 1);
  spy_exit_follow(&l->queue->flow, e, at - 1);
  return at;
}

/* Simulates a lane: plain hits while its key is at most `horizon`, all else while it is at most `limit`. */
__attribute__((always_inline)) static inline void lane_lines(lane *const l, const ULong limit, const ULong horizon,
                                                             const unsigned line_bits, const unsigned mode) {
  const unsigned processor = coh_order_processor(l->key);
  coh_processor *const p = &spy_system->processors[processor];
  const bin_lane b = bin_lane_of(p);
  const ULong step = (ULong)spy_system->config.cpi << COH_ORDER_BITS;
  const Bool plain = spy_options_get()->n_toggles == 0;
  bin_account *const account = spy_account;
  bin_flow *const flow = &l->queue->flow;
  const ULong *at = l->at, *last = l->last;
  bin_site *site = l->site;
  ULong key = l->key, d1_clock = p->d1.clock;
  const ULong *whole = NULL; /* end of the runs that are over by the limit */
  if (mode & APART)
    spy_trace_turn_at(l->queue, key);
  else if (mode & TRACES)
    spy_trace_turn(l->queue);
  for (;;) {
    if (at == last) {
      l->at = at;
      if (l->number != 0) key = end_run(l, key, step, mode & TRACES);
      if (at == l->end) break;
      if (mode & APART && !whole) spy_trace_loop_begin(at, whole = runs_until(at, l->end, key, limit));
      if (UNLIKELY(is_event(at) || !plain || !spy_collecting() || (mode & TRACES && spy_control_picks))) {
        if (key > limit) break;
        if (mode & APART) spy_trace_at(key);
        if (!is_simulated(l->queue, at)) {
          if (mode & APART) spy_trace_loop_break();
          l->key = key;
          p->d1.clock = d1_clock;
          pass_other(l, p);
          at = last = l->at;
          key = l->key;
          continue;
        }
      }
      if (mode & APART && at < whole) {
        at = last = pass_runs(l, at, &key);
        continue;
      }
      const ULong header = *at++;
      l->number = spy_header_number(header);
      spy_exit *e = spy_exit_get(l->number);
      const UInt few = header & SPY_HEADER_MANY;
      if (!(mode & TRACES) || spy_tracing) {
        l->packed += e->packed;
        e->executed++;
      }
      site = e->sites;
      last = at + (LIKELY(few < SPY_HEADER_MANY) ? few : e->n_references);
      if (at == last) continue;
      key += site->gap * step;
    }
    if (key > horizon) break;
    if (mode & APART) spy_trace_at(key);
    if (mode & TRACES) spy_trace_one(spy_exit_get(l->number), site, at);
    d1_clock += COH_CLOCK_STEP;
    if (!(mode & SIMULATES) || (mode & TRACES && !spy_tracing)) {
      pass_reference(l, site, *at, line_bits);
    } else if (UNLIKELY(!bin_reference_plainly(flow, &b, line_bits, site, *at, d1_clock))) {
      if (key > limit) break;
      p->now = coh_order_clock(key);
      bin_reference_slowly(account, flow, site, *at, d1_clock);
      l->until += coh_order_key(p->now, processor) - key;
      key = coh_order_key(p->now, processor);
      if (UNLIKELY(spinning != 0) && !(site->flags & BIN_SITE_READS)) cut_spins(processor, *at >> line_bits);
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
  p->now = coh_order_clock(key);
}

static void lane_run(lane *l, ULong limit, ULong horizon) {
  const unsigned line_bits = spy_system->processors[coh_order_processor(l->key)].line_bits;
  if (UNLIKELY(spy_trace_drains && spy_options_get()->simulate))
    lane_lines(l, limit, limit, line_bits, SIMULATES | TRACES);
  else if (UNLIKELY(spy_trace_drains))
    lane_lines(l, limit, limit, line_bits, TRACES);
  else if (line_bits == 6)
    lane_lines(l, limit, horizon, 6, SIMULATES);
  else
    lane_lines(l, limit, horizon, line_bits, SIMULATES);
}

void spy_lane_finish(UInt processor) {
  if (!spy_lane_is_empty(processor)) lane_run(&lanes[processor], COH_ORDER_NEVER, COH_ORDER_NEVER);
  settle_lane(processor);
  if (spy_trace_drains) spy_trace_check();
}

void spy_lanes_count_rests(const spy_queue *except, ULong times) {
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    const lane *l = &lanes[i];
    if (l->number != 0 && l->queue != except) spy_count_rest(i, spy_exit_get(l->number), l->site, times);
  }
}

void spy_lanes_settle(void) {
  for (UInt i = 0; i < spy_system->config.processors; i++) settle_lane(i);
}

/* When a processor can do something, and what it is. */
static ULong next_key(UInt processor, ULong (*idle_key)(UInt)) {
  return spy_lane_is_empty(processor) ? idle_key(processor) : lanes[processor].key;
}

/* Enters what a processor does next, and how long what it does is known. */
static void enter(UInt processor, ULong key, coh_order *next, coh_order *known) {
  coh_order_set(next, processor, key);
  coh_order_set(known, processor, spy_lane_is_empty(processor) ? key : lanes[processor].until);
}

/* ---- lanes one after the other ---- */

/* Until which key nothing can happen that concerns more than one lane; `known`: what each does. 0: that is too soon. */
static ULong calm_until(const coh_order *known, ULong first) {
  enum { LEAST = 256 }; /* cycles */
  if (spy_options_get()->simulate || spinning != 0) return 0;
  const ULong end = coh_order_first(known);
  if (end <= first || coh_order_clock(end - first) < LEAST) return 0;
  ULong words = 0;
  for (UInt i = 0; i < spy_system->config.processors; i++) words += (ULong)(lanes[i].end - lanes[i].at);
  return words < spy_trace_left ? end - 1 : 0;
}

/* Nothing is simulated, so each processor's clock goes by its own instructions, and what it does need not wait for what
 * others do: only the trace's order is theirs. */
static void run_apart(ULong limit) {
  spy_trace_apart();
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    lane *l = &lanes[i];
    if (spy_lane_is_empty(i) || l->key > limit) continue;
    lane_lines(l, limit, limit, spy_system->processors[i].line_bits, TRACES | APART);
    if (spy_lane_is_empty(i)) settle_lane(i);
  }
  spy_trace_together();
}

/* The same with what has been done. */
static void enter_all(ULong (*idle_key)(UInt), coh_order *next, coh_order *known) {
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    lane *l = &lanes[i];
    if (l->until < l->key && !spy_lane_is_empty(i) && !spy_options_get()->simulate) look_for_event(l);
    enter(i, next_key(i, idle_key), next, known);
  }
}

ULong spy_lanes_merge(ULong (*idle_key)(UInt processor)) {
  static coh_order next, known;
  const UInt processors = spy_system->config.processors;
  coh_order_init(&next, processors);
  coh_order_init(&known, processors);
  enter_all(idle_key, &next, &known);
  ULong first;
  while ((first = coh_order_first(&next)) != COH_ORDER_NEVER) {
    const UInt processor = coh_order_processor(first);
    if (spy_lane_is_empty(processor)) break;
    const ULong calm = calm_until(&known, first);
    if (calm != 0) {
      run_apart(calm);
      enter_all(idle_key, &next, &known);
      continue;
    }
    const ULong limit = coh_order_limit(&next, processor);
    /* Where a lane is cut must not depend on how far it ran ahead. */
    const Bool ahead = spy_options_get()->run_ahead && !(spinning >> processor & 1);
    const ULong horizon = ahead ? coh_order_limit(&known, processor) : limit;
    lane_run(&lanes[processor], limit, horizon > limit ? horizon : limit);
    if (spy_lane_is_empty(processor)) settle_lane(processor);
    enter(processor, next_key(processor, idle_key), &next, &known);
  }
  if (spy_trace_drains) spy_trace_check();
  return first;
}

ULong spy_recorded_cycles(const ULong *at, const ULong *end) { return cycles_recorded(at, end, True); }
