/* naive_lanes.c: see naive_lanes.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/naive_lanes.h"

#include <stdlib.h>
#include <string.h>

enum { ROUND_MOST = 64 /* words */, ROUNDS_LEAST = 4 };

void naive_lanes_init(naive_lanes *all, const mach_config *config, naive_region region, bool simulates,
                      const naive_events *events) {
  *all =
      (naive_lanes){.config = config, .region = region, .simulates = simulates, .events = *events, .collecting = true};
  all->machine = naive_new(config, &all->region, 1); /* keeps both */
}

bool naive_lane_is_empty(const naive_lanes *all, unsigned processor) {
  const naive_lane *l = &all->lanes[processor];
  return !l->under_way && l->next == l->end;
}

uint64_t naive_lane_now(const naive_lanes *all, unsigned processor) {
  return naive_lane_is_empty(all, processor) ? all->clocks[processor] : all->lanes[processor].time;
}

static uint64_t line_of(const naive_lanes *all, uint64_t address) { return address / all->config->d1.line; }

static uint64_t first_address(const naive_lanes *all) { return all->region.first * all->config->d1.line; }

/* ---- waiting ---- */

static bool only_reads(const naive_records *list, unsigned from, unsigned to) {
  for (unsigned i = from; i < to; i++) {
    const naive_run *run = list->records[i].run;
    if (!run) return false;
    for (unsigned r = 0; r < run->n; r++)
      if (run->references[r].kind != COH_READ) return false;
  }
  return true;
}

/* Returns the number of the first word from which on all words repeat those one round before, in the shortest possible
 * rounds; n: there are not enough such rounds. */
static uint64_t repeats_from(const uint64_t *words, uint64_t n, uint64_t *length) {
  for (uint64_t round = 1; round <= ROUND_MOST; round++) {
    uint64_t from = n;
    while (from > round && words[from - 1] == words[from - 1 - round]) from--;
    *length = round;
    if (n - from >= ROUNDS_LEAST * round) return from;
  }
  return n;
}

/* Returns all words of a lane, which the caller frees. */
static uint64_t *words_of(const naive_lane *l) {
  uint64_t *words = malloc(naive_records_words(&l->all) * sizeof *words), at = 0;
  for (unsigned i = 0; i < l->all.n; i++)
    for (unsigned w = 0; w < l->all.records[i].n_words; w++) words[at++] = l->all.records[i].words[w];
  return words;
}

/* Whether the records from number `from` on equal the ones before. */
static bool repeats_on(const naive_lane *l, unsigned from) {
  uint64_t *words = words_of(l), first = 0;
  bool same = true;
  for (unsigned i = 0; i < from; i++) first += l->all.records[i].n_words;
  for (uint64_t i = first; i < naive_records_words(&l->all); i++) same &= words[i] == words[i - l->round];
  free(words);
  return same;
}

/* Determines the record from which on the lane only waits. */
static void look_for_spins(naive_lane *l) {
  uint64_t *words = words_of(l), at = 0;
  const uint64_t from = repeats_from(words, naive_records_words(&l->all), &l->round);
  free(words);
  unsigned first = 0;
  for (; first < l->all.n && at < from; first++) at += l->all.records[first].n_words;
  l->spins = first < l->all.n && only_reads(&l->all, first, l->all.n);
  l->spins_from = first;
}

static bool overlaps(uint64_t a, unsigned a_bytes, uint64_t b, unsigned b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

/* Whether a lane that only waits reads one of the bytes. */
static bool waits_for(const naive_lane *l, uint64_t address, unsigned bytes) {
  for (unsigned i = l->spins_from; i < l->all.n; i++) {
    const naive_record *record = &l->all.records[i];
    for (unsigned r = 0; r < record->run->n; r++)
      if (overlaps(record->words[1 + r], record->run->references[r].size, address, bytes)) return true;
  }
  return false;
}

/* A processor stores: other processors no longer only wait for these bytes. */
static void cut_spins(naive_lanes *all, unsigned processor, uint64_t address, unsigned bytes) {
  for (unsigned p = 0; p < all->config->processors; p++) {
    naive_lane *l = &all->lanes[p];
    if (p == processor || !l->spins || !waits_for(l, address, bytes)) continue;
    all->has_cut[processor] = true;
    const unsigned at = l->under_way ? l->next - 1 : l->next;
    const bool was_empty = naive_lane_is_empty(all, p);
    l->end = at < l->spins_from ? l->spins_from : l->next;
    if (!was_empty) all->cuts++;
    if (!was_empty && naive_lane_is_empty(all, p)) all->clocks[p] = l->time;
  }
}

/* ---- what is noted where nothing is simulated ---- */

static void look_for_sharing(naive_lanes *all, unsigned processor, const naive_records *records) {
  for (unsigned i = 0; i < records->n; i++) {
    const naive_record *record = &records->records[i];
    for (unsigned r = 0; record->run && r < record->run->n; r++) {
      if (!naive_is_made(record->run, r, record->words[1 + r])) continue;
      unsigned *storer = &all->storer[(record->words[1 + r] - first_address(all)) / 8];
      const unsigned kind = record->run->references[r].kind;
      if (kind != COH_WRITE && *storer != 0 && *storer != processor + 1) {
        all->told[processor]++;
        *storer = 0;
      }
      if (kind != COH_READ) *storer = processor + 1;
    }
  }
}

/* ---- loading ---- */

void naive_lane_load(naive_lanes *all, unsigned processor, const naive_records *records) {
  naive_lane *l = &all->lanes[processor];
  if (naive_lane_is_empty(all, processor)) {
    const naive_records kept = {.records = l->all.records, .room = l->all.room};
    *l = (naive_lane){.all = kept, .end = records->n, .time = all->clocks[processor]};
    naive_records_add_all(&l->all, records);
    if (!all->simulates) look_for_sharing(all, processor, records);
    if (all->looks_for_spins) look_for_spins(l);
    return;
  }
  const unsigned before = l->end;
  if (!all->simulates) {
    naive_records again = {0}; /* records that were removed are added again */
    for (unsigned i = before; i < l->all.n; i++) naive_records_add(&again, &l->all.records[i]);
    naive_records_add_all(&again, records);
    look_for_sharing(all, processor, &again);
    free(again.records);
  }
  naive_records_add_all(&l->all, records);
  l->end = l->all.n;
  if (l->spins && !repeats_on(l, before)) l->spins = false;
}

/* ---- advancing ---- */

static uint64_t cycles(const naive_lanes *all, unsigned instructions) {
  return (uint64_t)instructions * all->config->cpi;
}

static void collect(naive_lanes *all, bool on, uint64_t clock) {
  if (on == all->collecting) return;
  all->collecting = on;
  if (on) {
    all->outside[all->n_outside - 1].to = clock > all->outside[all->n_outside - 1].from
                                              ? clock
                                              : all->outside[all->n_outside - 1].from;
    return;
  }
  if (all->n_outside == NAIVE_OUTSIDE) abort();
  const uint64_t before = all->n_outside != 0 ? all->outside[all->n_outside - 1].to : 0;
  all->outside[all->n_outside].from = clock > before ? clock : before;
  all->outside[all->n_outside++].to = UINT64_MAX;
}

uint64_t naive_collected(const naive_lanes *all, uint64_t from, uint64_t to) {
  uint64_t sum = to - from;
  for (unsigned i = 0; i < all->n_outside; i++) {
    const uint64_t low = all->outside[i].from > from ? all->outside[i].from : from;
    const uint64_t high = all->outside[i].to < to ? all->outside[i].to : to;
    if (low < high) sum -= high - low;
  }
  return sum;
}

static void do_event(naive_lanes *all, const naive_record *record, uint64_t clock) {
  const uint64_t line = line_of(all, record->words[1]) - all->region.first;
  const uint64_t lines = record->n_words > 2 ? record->words[2] / all->config->d1.line : 1;
  if (record->event == all->events.collect) collect(all, record->words[1] != 0, clock);
  if (record->event == all->events.name)
    for (uint64_t i = 0; i < lines; i++) all->bin_of_line[line + i] = (unsigned)record->words[3];
  if (record->event == all->events.unname) {
    const unsigned bin = all->bin_of_line[line];
    for (uint64_t i = line; i < all->region.lines && all->bin_of_line[i] == bin; i++) all->bin_of_line[i] = 0;
  }
}

static void look_on(const naive_lanes *all, naive_happening what, unsigned processor, const naive_record *record,
                    unsigned r) {
  if (all->onlooker) all->onlooker(what, processor, record, r);
}

/* Makes one reference at a time; returns the time after it. */
static uint64_t do_reference(naive_lanes *all, unsigned processor, const naive_record *record, unsigned r,
                             uint64_t time) {
  const uint64_t address = record->words[1 + r];
  const unsigned kind = record->run->references[r].kind;
  look_on(all, NAIVE_REFERENCE, processor, record, r);
  if (all->simulates && naive_is_made(record->run, r, address)) {
    const coh_blame blame = {0};
    coh_outcome outcome;
    naive_set_now(all->machine, processor, time);
    naive_access(all->machine, processor, address, record->run->references[r].size, (coh_kind)kind, &blame, &outcome);
    time = naive_now(all->machine, processor);
    all->references_in[all->bin_of_line[line_of(all, address) - all->region.first]]++;
  }
  return time;
}

/* Advances the lane's clock to its next reference, or to a record that starts in its turn. */
static void go_on(naive_lanes *all, unsigned processor) {
  naive_lane *l = &all->lanes[processor];
  for (;;) {
    if (l->under_way) {
      const naive_record *record = &l->all.records[l->next - 1];
      if (l->reference < record->run->n) return;
      l->time += cycles(all, record->run->tail);
      look_on(all, NAIVE_END_OF_RUN, processor, record, 0);
      l->under_way = false;
    }
    if (l->next == l->end) {
      all->clocks[processor] = l->time;
      return;
    }
    const naive_run *run = l->all.records[l->next].run;
    if (!run || !all->collecting) return;
    l->next++;
    l->under_way = true;
    l->reference = 0;
    if (run->n != 0) l->time += cycles(all, run->references[0].gap);
  }
}

static void pass_run(naive_lanes *all, unsigned processor, const naive_record *record, uint64_t *time) {
  *time += cycles(all, naive_run_instructions(record->run));
  look_on(all, NAIVE_PASSED, processor, record, 0);
}

static void begin_record(naive_lanes *all, unsigned processor) {
  naive_lane *l = &all->lanes[processor];
  const naive_record *record = &l->all.records[l->next];
  if (record->run && all->collecting) return; /* go_on() makes those */
  if (record->run)
    pass_run(all, processor, record, &l->time);
  else
    do_event(all, record, l->time);
  l->next++;
}

void naive_lane_step(naive_lanes *all, unsigned processor) {
  naive_lane *l = &all->lanes[processor];
  if (!l->under_way) {
    begin_record(all, processor);
  } else {
    const naive_record *record = &l->all.records[l->next - 1];
    l->time = do_reference(all, processor, record, l->reference, l->time);
    if (record->run->references[l->reference].kind != COH_READ)
      cut_spins(all, processor, record->words[1 + l->reference], record->run->references[l->reference].size);
    l->reference++;
    if (l->reference < record->run->n) l->time += cycles(all, record->run->references[l->reference].gap);
  }
  go_on(all, processor);
}

void naive_lane_finish(naive_lanes *all, unsigned processor) {
  while (!naive_lane_is_empty(all, processor)) naive_lane_step(all, processor);
}

/* Makes a run of a processor that no other processor can influence. */
static void do_run(naive_lanes *all, unsigned processor, const naive_record *record) {
  uint64_t time = all->clocks[processor];
  for (unsigned r = 0; r < record->run->n; r++) {
    time += cycles(all, record->run->references[r].gap);
    time = do_reference(all, processor, record, r, time);
  }
  all->clocks[processor] = time + cycles(all, record->run->tail);
  look_on(all, NAIVE_END_OF_RUN, processor, record, 0);
}

void naive_lanes_do(naive_lanes *all, unsigned processor, const naive_records *records) {
  for (unsigned i = 0; i < records->n; i++) {
    const naive_record *record = &records->records[i];
    if (!record->run)
      do_event(all, record, all->clocks[processor]);
    else if (all->collecting)
      do_run(all, processor, record);
    else
      pass_run(all, processor, record, &all->clocks[processor]);
  }
}

void naive_lanes_merge(naive_lanes *all) {
  for (;;) {
    unsigned first = NAIVE_NOBODY;
    for (unsigned p = 0; p < all->config->processors; p++)
      if (!naive_lane_is_empty(all, p) && (first == NAIVE_NOBODY || all->lanes[p].time < all->lanes[first].time))
        first = p;
    if (first == NAIVE_NOBODY) return;
    naive_lane_step(all, first);
  }
}

void naive_lane_forget(naive_lanes *all, unsigned processor) {
  naive_lane *l = &all->lanes[processor];
  if (!naive_lane_is_empty(all, processor)) all->clocks[processor] = l->time;
  l->under_way = l->spins = false;
  l->next = l->end = l->all.n = 0;
}
