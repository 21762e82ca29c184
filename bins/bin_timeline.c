/* bin_timeline.c: see bin_timeline.h.
 *
 * Rules
 * - Between two looks, a processor counts as idle first, and then as working: its idle cycles begin at its clock of the
 * previous look, and are divided among the intervals up to the current one. All other counts belong to the current
 * interval.
 * - The time of a look is proportional to the number of cells that missed since the previous look, which is small.
 * - An interval is at least half as long as the work of a processor between two looks, so that no interval is empty for
 * lack of a look.
 * - A pair of a segment and a bin without a row takes the row of the pair with the least weight if it weighs a quarter
 * more; the earlier counts of that row are dropped. The weight is stall cycles and misses so far.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_timeline.h"

#include "bins/bin_index.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

/* The state of a processor. */
typedef struct {
  bin_interval mark; /* counts of the processor at the previous look */
  uint64_t clock;    /* clock of the processor at the previous look */
  bin_interval *intervals;
} lane;

/* The state of a cell. */
typedef struct {
  bin_interval_cell mark;
  uint32_t pair; /* number of the pair + 1; 0: not found yet */
} cell_state;

typedef struct {
  uint32_t segment;
  bin_id bin;
  uint64_t weight;
  uint32_t row; /* number of the row + 1; 0: none */
} pair;

typedef struct {
  uint32_t pair;
  bin_interval_cell *intervals;
} row;

struct bin_timeline {
  bin_account *account;
  uint64_t first_cycles, cycles; /* length of an interval, at first and now */
  uint64_t begin;                /* start of the current interval, on the clock */
  uint64_t origin;               /* clock at the start of the first interval, modulo 2^64 */
  unsigned current;              /* number of the current interval */
  lane *lanes;                   /* indexed by processor */
  cell_state *cells;             /* indexed by cell */
  uint32_t cell_room;
  pair *pairs;
  uint32_t n_pairs, pair_room;
  bin_index index; /* index of the pairs */
  row rows[BIN_TIMELINE_ROWS];
  uint32_t n_rows;
  uint64_t least; /* no pair with a row has a lower weight */
};

/* ---- counts since the previous look ---- */

static bin_interval counted(const bin_timeline *t, unsigned processor) {
  const bin_account *account = t->account;
  const bin_processor_counts own = bin_account_counted(account, processor);
  const coh_counts *const c = &own.counts;
  const bin_fetches *fetches = bin_account_fetches(account);
  bin_interval all = {.cycles = own.cycles,
                      .idle_cycles = own.idle_cycles,
                      .fetch_cycles = fetches ? bin_fetches_of(fetches, processor)->stall_cycles : 0,
                      .misses = c->read_misses + c->write_misses};
#define OTHER(from, name, help)
#define TAKE(from, name, help) all.name = from->name;
  BIN_INTERVAL_COUNTS(OTHER, TAKE, c)
#undef OTHER
#undef TAKE
  return all;
}

static uint64_t clock_of(const bin_timeline *t, unsigned processor) {
  return coh_now(bin_account_system(t->account), processor);
}

static unsigned processors(const bin_timeline *t) { return coh_processors(bin_account_system(t->account)); }

/* Returns the simulated time that a clock means; 0 if it is before the first interval. */
static uint64_t time_at(const bin_timeline *t, uint64_t clock) {
  const uint64_t time = clock - t->origin;
  return (int64_t)time < 0 ? 0 : time;
}

/* Adds idle cycles that begin at a clock. */
static void add_idle(const bin_timeline *t, bin_interval *intervals, uint64_t clock, uint64_t cycles) {
  uint64_t at = time_at(t, clock);
  while (cycles != 0) {
    const uint64_t number = at / t->cycles, room = t->cycles - at % t->cycles;
    const bool is_last = number >= t->current;
    const uint64_t part = is_last || cycles < room ? cycles : room;
    bin_interval *interval = &intervals[is_last ? t->current : number];
    interval->idle_cycles += part;
    interval->cycles += part;
    cycles -= part;
    at += part;
  }
}

static bool are_equal(const bin_interval *a, const bin_interval *b) {
  uint64_t differ = 0;
#define DIFFER(unused, name, help) differ |= a->name ^ b->name;
  BIN_INTERVAL_COUNTS(DIFFER, DIFFER, )
#undef DIFFER
  return differ == 0;
}

/* Returns the processor's work since the previous look, in cycles. */
static uint64_t look_at_processor(bin_timeline *t, unsigned processor) {
  lane *l = &t->lanes[processor];
  const bin_interval now = counted(t, processor);
  const uint64_t idle = now.idle_cycles - l->mark.idle_cycles, work = now.cycles - l->mark.cycles - idle;
  if (are_equal(&now, &l->mark)) {
    l->clock = clock_of(t, processor);
    return 0;
  }
  if (!l->intervals) l->intervals = plat_alloc(BIN_INTERVALS * sizeof *l->intervals);
  bin_interval *to = &l->intervals[t->current];
#define ADD(unused, name, help) to->name += now.name - l->mark.name;
  BIN_INTERVAL_COUNTS(ADD, ADD, )
#undef ADD
  to->cycles -= idle;
  to->idle_cycles -= idle;
  add_idle(t, l->intervals, l->clock, idle);
  l->mark = now;
  l->clock = clock_of(t, processor);
  return work;
}

/* ---- pairs ---- */

typedef struct {
  const pair *pairs;
  uint32_t segment;
  bin_id bin;
} wanted;

static bool is_wanted(const void *closure, uint32_t number) {
  const wanted *w = closure;
  return w->pairs[number].segment == w->segment && w->pairs[number].bin == w->bin;
}

static pair *pair_of(bin_timeline *t, cell_state *state, const bin_cell *cell) {
  if (state->pair != 0) return &t->pairs[state->pair - 1];
  const uint64_t hash = bin_hash_mix(bin_hash_mix(1, cell->segment), cell->bin);
  uint32_t number = bin_index_find(&t->index, hash, is_wanted, &(wanted){t->pairs, cell->segment, cell->bin});
  if (number == BIN_INDEX_NONE) {
    number = t->n_pairs++;
    t->pairs = plat_grow(t->pairs, number, &t->pair_room, sizeof *t->pairs);
    t->pairs[number] = (pair){.segment = cell->segment, .bin = cell->bin};
    bin_index_add(&t->index, hash, number);
  }
  state->pair = number + 1;
  return &t->pairs[number];
}

/* Returns the row of the pair with the least weight. */
static uint32_t lightest(const bin_timeline *t) {
  uint32_t least = 0;
  for (uint32_t i = 1; i < t->n_rows; i++)
    if (t->pairs[t->rows[i].pair].weight < t->pairs[t->rows[least].pair].weight) least = i;
  return least;
}

static bool outweighs(uint64_t weight, uint64_t other) { return weight - weight / 5 > other; }

/* Gives a pair a row if it weighs enough. */
static void claim(bin_timeline *t, pair *p) {
  uint32_t number = t->n_rows;
  if (number < BIN_TIMELINE_ROWS) {
    t->n_rows++;
  } else {
    if (!outweighs(p->weight, t->least)) return;
    number = lightest(t);
    pair *lighter = &t->pairs[t->rows[number].pair];
    t->least = lighter->weight;
    if (!outweighs(p->weight, t->least)) return;
    lighter->row = 0;
  }
  row *r = &t->rows[number];
  if (!r->intervals) r->intervals = plat_alloc(BIN_INTERVALS * sizeof *r->intervals);
  for (unsigned i = 0; i < BIN_INTERVALS; i++) r->intervals[i] = (bin_interval_cell){0, 0};
  r->pair = (uint32_t)(p - t->pairs);
  p->row = number + 1;
}

static void look_at_cell(void *closure, const bin_cell *cell) {
  bin_timeline *t = closure;
  if (!bin_account_is_counted(t->account, cell)) return;
  t->cells = plat_grow(t->cells, cell->number, &t->cell_room, sizeof *t->cells);
  cell_state *state = &t->cells[cell->number];
  const bin_interval_cell now = (bin_interval_cell){cell->read_misses + cell->write_misses, cell->stall_cycles};
  const uint64_t misses = now.misses - state->mark.misses, stall = now.stall_cycles - state->mark.stall_cycles;
  if (misses == 0 && stall == 0) return;
  pair *p = pair_of(t, state, cell);
  state->mark = now;
  p->weight += misses + stall;
  if (p->row == 0) claim(t, p);
  if (p->row == 0) return;
  bin_interval_cell *to = &t->rows[p->row - 1].intervals[t->current];
  to->misses += misses;
  to->stall_cycles += stall;
}

/* ---- intervals ---- */

static void join_intervals(bin_interval *intervals) {
  for (unsigned i = 0; i < BIN_INTERVALS; i++) {
    const bin_interval one = intervals[i];
    intervals[i] = (bin_interval){0};
#define ADD(unused, name, help) intervals[i / 2].name += one.name;
    BIN_INTERVAL_COUNTS(ADD, ADD, )
#undef ADD
  }
}

static void join_cells(bin_interval_cell *intervals) {
  for (unsigned i = 0; i < BIN_INTERVALS; i++) {
    const bin_interval_cell one = intervals[i];
    intervals[i] = (bin_interval_cell){0, 0};
    intervals[i / 2].misses += one.misses;
    intervals[i / 2].stall_cycles += one.stall_cycles;
  }
}

/* Returns the largest work of a processor since the previous look, in cycles. */
static uint64_t take_differences(bin_timeline *t) {
  uint64_t most = 0;
  for (unsigned i = 0; i < processors(t); i++) {
    const uint64_t work = look_at_processor(t, i);
    if (work > most) most = work;
  }
  bin_cells_visit_changed(bin_account_cells_watched(t->account), look_at_cell, t);
  return most;
}

void bin_timeline_look(bin_timeline *t, uint64_t clock) {
  const uint64_t worked = take_differences(t);
  if ((int64_t)(clock - bin_timeline_from(t)) < 0) t->origin = clock - t->current * t->cycles;
  const uint64_t passed = clock - t->origin;
  while (t->cycles < worked / 2 || passed / t->cycles >= BIN_INTERVALS) {
    for (unsigned i = 0; i < processors(t); i++)
      if (t->lanes[i].intervals) join_intervals(t->lanes[i].intervals);
    for (uint32_t i = 0; i < t->n_rows; i++) join_cells(t->rows[i].intervals);
    t->cycles *= 2;
    t->current /= 2;
  }
  const unsigned number = (unsigned)(passed / t->cycles);
  if (number > t->current) t->current = number;
}

void bin_timeline_settle(bin_timeline *t) { take_differences(t); }

uint64_t bin_timeline_from(const bin_timeline *t) { return t->origin + t->current * t->cycles; }

/* ---- begin and end ---- */

bin_timeline *bin_timeline_new(bin_account *account, uint64_t cycles) {
  bin_timeline *t = plat_alloc(sizeof *t);
  plat_assert(cycles != 0);
  t->account = account;
  bin_account_cells_watched(account);
  t->first_cycles = cycles;
  t->lanes = plat_alloc(processors(t) * sizeof *t->lanes);
  bin_timeline_zero(t);
  return t;
}

static void clear(bin_timeline *t) {
  for (unsigned i = 0; i < processors(t); i++) {
    plat_free(t->lanes[i].intervals);
    t->lanes[i].intervals = NULL;
  }
  for (uint32_t i = 0; i < t->n_rows; i++) {
    plat_free(t->rows[i].intervals);
    t->rows[i].intervals = NULL;
  }
  plat_free(t->cells);
  plat_free(t->pairs);
  bin_index_clear(&t->index);
  t->cells = NULL;
  t->pairs = NULL;
  t->cell_room = t->pair_room = t->n_pairs = t->n_rows = 0;
  t->least = 0;
}

void bin_timeline_free(bin_timeline *t) {
  clear(t);
  plat_free(t->lanes);
  plat_free(t);
}

void bin_timeline_zero(bin_timeline *t) {
  clear(t);
  t->cycles = t->first_cycles;
  t->current = 0;
  t->begin = 0;
  for (unsigned i = 0; i < processors(t); i++) {
    t->lanes[i].mark = counted(t, i);
    t->lanes[i].clock = clock_of(t, i);
    if (t->lanes[i].clock > t->begin) t->begin = t->lanes[i].clock;
  }
  t->origin = t->begin;
}

/* ---- results ---- */

uint64_t bin_timeline_begin(const bin_timeline *t) { return t->begin; }
uint64_t bin_timeline_cycles(const bin_timeline *t) { return t->cycles; }
unsigned bin_timeline_count(const bin_timeline *t) { return t->current + 1; }
const bin_interval *bin_timeline_of(const bin_timeline *t, unsigned processor) { return t->lanes[processor].intervals; }
unsigned bin_timeline_rows(const bin_timeline *t) { return t->n_rows; }

bin_timeline_row bin_timeline_row_at(const bin_timeline *t, unsigned number) {
  plat_assert(number < t->n_rows);
  const pair *p = &t->pairs[t->rows[number].pair];
  return (bin_timeline_row){p->segment, p->bin, t->rows[number].intervals};
}
