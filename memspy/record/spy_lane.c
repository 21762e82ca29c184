/* spy_lane.c: see spy_lane.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/record/spy_lane-inl.h"

#include "coherence/coh_early.h"
#include "coherence/coh_order-inl.h"
#include "memspy/record/spy_lane.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

spy_all_lanes spy_lanes;

Bool spy_lane_is_empty(UInt processor) { return spy_lane_is_done(&spy_lanes.lanes[processor]); }

Bool spy_lane_ended_waits(UInt processor) {
  const ULong bit = 1ULL << processor;
  const Bool ended = (spy_lanes.cutting & bit) != 0;
  spy_lanes.cutting &= ~bit;
  return ended;
}

void spy_lane_forget(UInt processor) {
  spy_lanes.lanes[processor] = (spy_lane){0};
  spy_lanes.spinning &= ~(1ULL << processor);
}

/* The counts of runs are added only when the lane is empty, or when they are needed: adding them at each reference
 * would be slow. */
void spy_lane_settle(UInt processor) {
  spy_count_runs(processor, spy_lanes.lanes[processor].packed);
  spy_lanes.lanes[processor].packed = 0;
}

/* A cache of recently recorded lines. An entry is line number << 1, plus 1 for a store. */
enum { NOTED = 512 };
static ULong noted[NOTED];

/* A cache of recently used pages. The state of a page: with LINES, each line of the page must be recorded; with READS,
 * only stores must still be recorded; with neither, the page is done. */
enum { PAGES = 256 };
static ULong pages[PAGES];

/* Returns the slot of a page. The hash separates pages at a distance of a power of two. */
static inline ULong *page_place(ULong page) { return &pages[(page ^ page >> 8 ^ page >> 16) % PAGES]; }

/* The upper bits of an entry contain the number of the lane load for which the entry is valid. These bits are 0 in
 * every address of a program. */
enum { LOAD_SHIFT = 56 };
static const ULong READS = 1ULL << (LOAD_SHIFT - 2), LINES = 1ULL << (LOAD_SHIFT - 1);
static ULong noted_for;

/* Call before recording references of another processor, or of another load of the same processor: invalidates all
 * entries of `noted` and `pages`. */
static void forget_noted(void) {
  noted_for += 1ULL << LOAD_SHIFT;
  if (LIKELY(noted_for != 0)) return;
  VG_(memset)(noted, 0, sizeof noted);
  VG_(memset)(pages, 0, sizeof pages);
  noted_for = 1ULL << LOAD_SHIFT;
}

/* Lines to be recorded next, in the form of `noted`. They are recorded together, so that their data, which are far
 * apart, can be prefetched first. */
enum { FRESH = 32 };
static struct {
  ULong lines[FRESH];
  UInt n;
} fresh;

static void note_fresh(UInt processor) {
  for (UInt i = 0; i < fresh.n; i++) coh_early_line(spy_system, processor, fresh.lines[i] >> 1, fresh.lines[i] & 1);
  fresh.n = 0;
}

static inline Bool page_is_done(ULong page) { return *page_place(page) == (page | noted_for); }
static inline Bool page_is_read(ULong page) { return *page_place(page) == (page | noted_for | READS); }

/* Records a reference to the page of a line. Returns the new state of the page, as in `pages`. */
static ULong note_page(UInt processor, ULong line, Bool store) {
  switch (coh_early_page(spy_system, processor, line, store)) {
    case COH_EARLY_WHOLE: return 0;
    case COH_EARLY_READ_WHOLE: return READS;
    case COH_EARLY_BY_LINE: break;
  }
  return LINES;
}

static void note_line(UInt processor, ULong line, Bool store) {
  const ULong page = line >> spy_system->pages->shift, done = page | noted_for;
  ULong *const place = page_place(page);
  if (LIKELY(*place == done) || (!store && *place == (done | READS))) return;
  ULong *slot = &noted[(line ^ line >> 9 ^ line >> 18) % NOTED];
  const ULong stored_now = line << 1 | 1 | noted_for;
  if (LIKELY((*slot | !store) == stored_now)) return;
  if (*place != (done | LINES)) {
    *place = done | note_page(processor, line, store);
    if (*place == done || *place == (done | READS)) return;
  }
  *slot = store ? stored_now : stored_now - 1;
  coh_early_load(spy_system, line);
  fresh.lines[fresh.n++] = line << 1 | store;
  if (fresh.n == FRESH) note_fresh(processor);
}

/* Whether a reference of the record at `at` is a read. */
static inline Bool reads(const ULong *at, const ULong *address) {
  return (spy_record_exit(*at)->sites[address - at - 1].flags & BIN_SITE_READS) != 0;
}

/* Returns the first record in [at, end) that refers to a page that is not done. Mostly reads only the addresses, since
 * the data of the sites are far apart. */
static const ULong *skip_done(UInt page_bits, const ULong *at, const ULong *end) {
  const UInt reach = spy_blocks_reach();
  if (reach >> page_bits != 0) return at; /* a reference can touch pages between those of its first and its last byte */
  for (const ULong *next; at < end; at = next) {
    next = spy_record_next(at);
    if (spy_record_is_event(at)) continue;
    for (const ULong *address = at + 1; address < next; address++) {
      const ULong page = *address >> page_bits, last = (*address + reach) >> page_bits;
      if (!page_is_done(page) && !(page_is_read(page) && reads(at, address))) return at;
      if (page != last && !page_is_done(last)) return at;
    }
  }
  return end;
}

/* Records the lines of the references in [at, end). Returns the first record at or after `wait` from which on all
 * references are reads; NULL: there is none. */
static const ULong *note_lines(UInt processor, const ULong *at, const ULong *end, const ULong *wait) {
  const UInt line_bits = spy_system->processors[processor].line_bits;
  const UInt page_bits = line_bits + spy_system->pages->shift;
  const ULong *first = NULL;
  Bool only_reads = True;
  while (at < end) {
    if (wait == end && (at = skip_done(page_bits, at, end)) == end) break;
    if (!first && at >= wait) {
      first = at;
      only_reads = True;
    }
    const ULong *const next = spy_record_next(at);
    if (spy_record_is_event(at)) {
      only_reads = False;
      at = next;
      continue;
    }
    const bin_site *site = spy_record_exit(*at++)->sites;
    for (; at < next; at++, site++) {
      const Bool store = !(site->flags & BIN_SITE_READS);
      only_reads &= !store;
      for (ULong line = *at >> line_bits; line <= (*at + site->last) >> line_bits; line++)
        note_line(processor, line, store);
    }
  }
  note_fresh(processor);
  return only_reads ? first : NULL;
}

enum { ROUND_MOST = 64 }; /* maximum number of words of an iteration */

/* Indexed by processor: the bytes that the processor's thread reads in each iteration of its spin loop. They are copied
 * here because another processor can store to them when the lane is already empty and its records are gone. */
static struct {
  struct {
    ULong first, last; /* addresses of the first and the last byte */
  } reads[ROUND_MOST];
  UInt n;
} awaited[MACH_MAX_PROCESSORS];

/* Looks for a repetition that continues until `end`: at least LEAST iterations of at most ROUND_MOST words each.
 * Returns its start, and sets *words to the number of words of an iteration. Returns `end` if there is no
 * repetition. */
static const ULong *repeats_from(const ULong *at, const ULong *end, Word *words) {
  enum { LEAST = 4 };
  for (Word round = 1; round <= ROUND_MOST && end - at > LEAST * round; round++) {
    const ULong *same = end - 1;
    while (same - round >= at && *same == same[-round]) same--;
    *words = round;
    if (end - same > LEAST * round) return same + 1;
  }
  return end;
}

/* Returns whether the new words of the thread, from the lane's end to `end`, continue the repetition of the words
 * before them. */
static Bool repeats_on(const spy_lane *l, const ULong *end) {
  const ULong *at = l->end;
  while (at < end && *at == at[-l->round]) at++;
  return at == end;
}

static void note_awaited(UInt processor) {
  const spy_lane *l = &spy_lanes.lanes[processor];
  const ULong *const end = l->spins + l->round;
  UInt n = 0;
  for (const ULong *next, *at = l->spins; at < end; at = next) {
    next = spy_record_next(at);
    const bin_site *site = spy_record_exit(*at)->sites;
    for (at++; at < next; at++, site++, n++) {
      awaited[processor].reads[n].first = *at;
      awaited[processor].reads[n].last = *at + site->last;
    }
  }
  awaited[processor].n = n;
}

/* Whether the thread of a spinning lane reads one of the bytes. If it reads only other bytes of the lines, it does not
 * wait for these bytes. Then its records must not be dropped, because the thread possibly computes in registers. */
static Bool waits_for(UInt processor, ULong first, ULong last) {
  for (UInt i = 0; i < awaited[processor].n; i++)
    if (awaited[processor].reads[i].first <= last && first <= awaited[processor].reads[i].last) return True;
  return False;
}

static void cut(UInt processor) {
  spy_lane *l = &spy_lanes.lanes[processor];
  l->end = l->at < l->spins ? l->spins : l->number != 0 ? l->last : l->at;
  if (spy_lane_is_empty(processor)) spy_lane_settle(processor);
}

void spy_lanes_cut_spins(UInt processor, ULong address, UInt last) {
  const UInt line_bits = spy_system->processors[processor].line_bits;
  ULong lanes_to_cut = 0;
  for (ULong line = address >> line_bits; line <= (address + last) >> line_bits; line++)
    lanes_to_cut |= coh_early_touching(spy_system, line);
  lanes_to_cut &= spy_lanes.spinning & ~(1ULL << processor);
  for (; lanes_to_cut != 0; lanes_to_cut &= lanes_to_cut - 1) {
    const UInt waiting = (UInt)__builtin_ctzll(lanes_to_cut);
    if (!waits_for(waiting, address, address + last)) continue;
    spy_lanes.cutting |= 1ULL << processor;
    cut(waiting);
  }
}

/* A cache of recent stores, to detect sharing without simulation. An entry is the number of a word, with the processor
 * in the low bits.
 */
enum { STORED = 4096 };
static ULong stored[STORED];
static ULong news[MACH_MAX_PROCESSORS];

ULong spy_lane_news(UInt processor) { return news[processor]; }

/* Counts a reference that reads a word that another processor has stored. */
static inline void look_at_word(UInt processor, ULong address, unsigned kind) {
  const ULong word = address >> 3;
  ULong *slot = &stored[word % STORED];
  if (kind != COH_WRITE && *slot >> COH_ORDER_BITS == word && coh_order_processor(*slot) != processor) {
    news[processor]++;
    *slot = 0;
  }
  if (kind != COH_READ) *slot = word << COH_ORDER_BITS | processor;
}

/* As look_at_word(), for all words that a lane references. */
static void look_for_sharing(UInt processor, const ULong *at, const ULong *end) {
  for (const ULong *next; at < end; at = next) {
    next = spy_record_next(at);
    if (spy_record_is_event(at)) continue;
    const bin_site *site = spy_record_exit(*at)->sites;
    for (at++; at < next; at++, site++) look_at_word(processor, *at, site->flags & BIN_SITE_KIND);
  }
}

/* Returns the cycles of the instructions that were executed and not recorded. */
static ULong cycles_skipped(const ULong *at, const ULong *end, Bool all) {
  ULong cycles = 0;
  for (; at < end && (all || !spy_record_changes_memory(at)); at = spy_record_next(at))
    if (spy_record_is_event(at) && spy_record_event(at) == SPY_EVENT_SKIP) cycles += at[2];
  return cycles;
}

static ULong cycles_recorded(const ULong *at, const ULong *end, Bool all) {
  const ULong skipped = spy_is_sampled(&spy_options_get()->sampling) ? cycles_skipped(at, end, all) : 0;
  return mach_cycles(&spy_system->config, SPY_PACKED_INSTRUCTIONS(spy_records_packed(at, end, all))) + skipped;
}

/* Returns the earliest position at which the lane can end. A store of another processor can end a spinning lane at any
 * time from l->spins on, and other lanes must not run ahead of what the thread does after that. */
static const ULong *earliest_end(const spy_lane *l) {
  return spy_lanes.spinning >> coh_order_processor(l->key) & 1 ? l->spins : l->end;
}

void spy_lane_look_for_event(spy_lane *l) {
  ULong rest = 0; /* number of instructions of the current run after the next reference */
  if (l->number != 0) {
    const spy_exit *e = spy_exit_get(l->number);
    rest = e->tail;
    for (const bin_site *site = l->site + 1; site < e->sites + e->n_references; site++) rest += site->gap;
  }
  const ULong cycles = mach_cycles(&spy_system->config, rest) + cycles_recorded(l->last, earliest_end(l), False);
  l->until = l->key + coh_order_span(cycles);
}

/* The second argument is False with slack: the end of a lane's turn then depends on the records of other lanes. */
void spy_lanes_start(void) { coh_early_start(spy_system, spy_options_get()->slack == 0); }

/* The processor whose lane is loaded while its lines are not recorded, or NOBODY. While no other lane has records, no
 * reference can be simulated before its turn, so the lines are recorded only when another lane is loaded. */
enum { NOBODY = MACH_MAX_PROCESSORS };
static UInt unnoted = NOBODY;

/* Records the lines of the lane whose lines were not recorded when it was loaded, before the lane of `processor` is
 * loaded. */
static void note_late(UInt processor) {
  if (unnoted == NOBODY || unnoted == processor || spy_lane_is_empty(unnoted)) return;
  forget_noted();
  note_lines(unnoted, spy_lanes.lanes[unnoted].begin, spy_lanes.lanes[unnoted].end, spy_lanes.lanes[unnoted].end);
}

/* Returns whether no lane other than that of `processor` has records. If so, forgets the recorded lines of the lanes
 * that no store can cut. */
static Bool is_only_lane(UInt processor) {
  for (UInt i = 0; i < spy_system->config.processors; i++)
    if (i != processor && !spy_lane_is_empty(i)) return False;
  for (UInt i = 0; i < spy_system->config.processors; i++)
    if (!(spy_lanes.spinning >> i & 1)) coh_lookahead_clear(spy_system->pending, i);
  return True;
}

/* Records the lines of a lane. Returns the position from which on the lane only spins, or NULL, and sets *round to the
 * number of words of an iteration. Without simulation, records the lines only of a lane that spins. */
static const ULong *note_load(UInt processor, const ULong *at, const ULong *end, Bool traced, Word *round) {
  const ULong *wait = repeats_from(at, end, round);
  coh_lookahead_clear(spy_system->pending, processor);
  if (wait == end && !spy_options_get()->simulate) return NULL;
  note_late(processor);
  unnoted = NOBODY;
  if (wait == end && !traced && is_only_lane(processor)) {
    unnoted = processor;
    return NULL;
  }
  forget_noted();
  return note_lines(processor, at, end, wait);
}

void spy_lane_pass(UInt processor, spy_queue *queue, const ULong *at, const ULong *end) {
  spy_lane *l = &spy_lanes.lanes[processor];
  tl_assert(spy_lane_is_empty(processor));
  *l = (spy_lane){.at = at, .last = at, .end = end, .queue = queue, .begin = at};
  const coh_processor *p = &spy_system->processors[processor];
  l->key = l->until = coh_order_key_at(p->now, p->ticks, processor);
  spy_blocks_keep_small((ULong)(end - at));
  coh_activate(spy_system, processor);
}

void spy_lane_skip(UInt processor, ULong words) {
  spy_lane *l = &spy_lanes.lanes[processor];
  l->at = l->last = l->begin + words;
}

void spy_lane_load(UInt processor, spy_queue *queue, const ULong *at, const ULong *end, ULong cycles, Bool events,
                   Bool traced) {
  spy_lane *l = &spy_lanes.lanes[processor];
  spy_lane_pass(processor, queue, at, end);
  if (!spy_options_get()->simulate) look_for_sharing(processor, at, end);
  if (spy_system->pending) {
    l->spins = note_load(processor, at, end, traced, &l->round);
    if (l->spins) note_awaited(processor);
    spy_lanes.spinning = l->spins ? spy_lanes.spinning | 1ULL << processor : spy_lanes.spinning & ~(1ULL << processor);
  }
  if (events || l->spins)
    spy_lane_look_for_event(l);
  else
    l->until = l->key + coh_order_span(cycles);
}

void spy_lane_extend(UInt processor, const ULong *end) {
  spy_lane *l = &spy_lanes.lanes[processor];
  spy_blocks_keep_small((ULong)(end - l->end));
  if (!spy_options_get()->simulate) look_for_sharing(processor, l->end, end);
  const Bool spins = (spy_lanes.spinning >> processor & 1) != 0;
  if (spy_system->pending && unnoted != processor && (spy_options_get()->simulate || spins)) {
    forget_noted();
    note_lines(processor, l->end, end, end);
    if (spins && !repeats_on(l, end)) spy_lanes.spinning &= ~(1ULL << processor);
  }
  l->end = end;
}

void spy_lanes_count_rests(const spy_queue *except, ULong times) {
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    const spy_lane *l = &spy_lanes.lanes[i];
    if (l->number != 0 && l->queue != except) spy_count_rest(i, spy_exit_get(l->number), l->site, times);
  }
}

void spy_lanes_note(void) {
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    const spy_lane *l = &spy_lanes.lanes[i];
    if (l->number != 0) spy_exit_note(l->number);
    spy_records_note(l->last, l->end);
  }
}

void spy_lanes_settle(void) {
  for (UInt i = 0; i < spy_system->config.processors; i++) spy_lane_settle(i);
}

ULong spy_recorded_cycles(const ULong *at, const ULong *end) { return cycles_recorded(at, end, True); }
