/* test_timeline.c: tests the intervals of a run on random machines. A naive model logs what was counted from one look
 * at the counts to the next. At the end it distributes the log to the intervals, idle cycles one by one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "bins/bin_timeline.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/workload.h"

enum {
  MACHINES = 64,
  REFERENCES = 3000,
  ROUNDS = 3,
  SEGMENTS = 6,
  BINS = 128,
  PAIRS = SEGMENTS * (BINS + 1),
  LOOKS = 8192
};

/* The counts between two looks. */
typedef struct {
  uint64_t at; /* time of the interval that they belong to */
  bin_interval lanes[MACH_MAX_PROCESSORS];
  uint64_t times[MACH_MAX_PROCESSORS]; /* the processors' clocks before */
  bin_interval_cell *pairs;
} look;

typedef struct {
  coh_system *system;
  bin_table *table;
  bin_account *account;
  bin_timeline *timeline;
  bin_flow flows[MACH_MAX_PROCESSORS];
  uint64_t begin, origin, cycles, at; /* cycles; state of the naive model */
  bin_interval now[MACH_MAX_PROCESSORS];
  uint64_t clocks[MACH_MAX_PROCESSORS];
  bin_interval_cell pairs[PAIRS];
  look *looks;
  unsigned n_looks;
} world;

static bin_id unknown(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure, (void)address, (void)low, (void)high;
  return BIN_ID_UNKNOWN;
}

static void make_world(world *w, const workload_machine *machine, unsigned bins, uint64_t cycles) {
  memset(w, 0, sizeof *w);
  w->system = coh_system_new(&machine->config);
  w->table = bin_table_new();
  const uint32_t object = bin_table_object(w->table, ""), file = bin_table_file(w->table, "");
  for (uint32_t i = 0; i < 2 * SEGMENTS; i++) {
    char name[2] = {(char)('a' + i / 2), 0};
    bin_table_place(w->table, bin_table_segment(w->table, name, object, file, 1), file, i, 0);
  }
  for (uint64_t i = 0; i < bins; i++) bin_table_bin(w->table, BIN_MMAP, "", &i, 1, NULL, 0);
  w->account = bin_account_new(w->system, w->table, unknown, NULL);
  for (unsigned i = 0; i < machine->config.processors; i++) w->flows[i].processor = i;
  for (unsigned r = 0; r < machine->regions; r++)
    for (uint32_t i = 0; i < machine->region[r].lines; i++) {
      const uint64_t start = (machine->region[r].first + i) * machine->config.d1.line;
      if (start >> 47 == 0) bin_account_map(w->account, start, machine->config.d1.line, 1 + i % bins);
    }
  w->timeline = bin_timeline_new(w->account, cycles);
  w->cycles = cycles;
  w->looks = calloc(LOOKS, sizeof *w->looks);
}

static void free_world(world *w) {
  bin_timeline_free(w->timeline);
  bin_account_free(w->account);
  bin_table_free(w->table);
  coh_system_free(w->system);
  for (unsigned i = 0; i < w->n_looks; i++) free(w->looks[i].pairs);
  free(w->looks);
}

/* ---- the naive model ---- */

static bin_interval counts_now(const world *w, unsigned p) {
  const coh_counts *c = coh_counts_of(w->system, p);
  return (bin_interval){bin_account_cycles(w->account, p),
                        bin_account_idle_cycles(w->account, p),
                        c->stall_cycles,
                        0,
                        c->read_misses + c->write_misses,
                        c->replacement,
                        c->invalidation,
                        c->second_level,
                        c->last_level,
                        c->transfers,
                        c->upgrades};
}

static void pairs_now(const world *w, bin_interval_cell *pairs) {
  const bin_cells *cells = bin_account_cells(w->account);
  memset(pairs, 0, PAIRS * sizeof *pairs);
  for (uint32_t i = 0; i < cells->n; i++) {
    const bin_cell *cell = bin_cells_get(cells, i);
    bin_interval_cell *pair = &pairs[cell->segment * (BINS + 1) + cell->bin];
    pair->misses += cell->read_misses + cell->write_misses;
    pair->stall_cycles += cell->stall_cycles;
  }
}

/* Logs what is new, and advances to the interval of the clock. */
static void log_look(world *w, uint64_t clock) {
  CHECK(w->n_looks < LOOKS);
  look *l = &w->looks[w->n_looks++];
  uint64_t worked = 0;
  l->at = w->at;
  for (unsigned p = 0; p < coh_processors(w->system); p++) {
    const bin_interval now = counts_now(w, p);
#define SUBTRACT(unused, name, help) l->lanes[p].name = now.name - w->now[p].name;
    BIN_INTERVAL_COUNTS(SUBTRACT, SUBTRACT, )
#undef SUBTRACT
    l->times[p] = w->clocks[p] - w->origin;
    if (l->times[p] >> 63 != 0) l->times[p] = 0;
    if (l->lanes[p].cycles - l->lanes[p].idle_cycles > worked) worked = l->lanes[p].cycles - l->lanes[p].idle_cycles;
    w->now[p] = now;
    w->clocks[p] = coh_now(w->system, p);
  }
  bin_interval_cell pairs[PAIRS];
  pairs_now(w, pairs);
  l->pairs = malloc(sizeof pairs);
  for (unsigned i = 0; i < PAIRS; i++)
    l->pairs[i] = (bin_interval_cell){pairs[i].misses - w->pairs[i].misses,
                                      pairs[i].stall_cycles - w->pairs[i].stall_cycles};
  memcpy(w->pairs, pairs, sizeof pairs);
  const uint64_t begun = w->at / w->cycles * w->cycles;
  if (clock - w->origin < begun || (clock - w->origin) >> 63 != 0)
    w->origin = clock - begun; /* time continues from there */
  const uint64_t passed = clock - w->origin;
  while (w->cycles < worked / 2 || passed / w->cycles >= BIN_INTERVALS) w->cycles *= 2;
  if (passed > w->at) w->at = passed;
}

/* Compares what a processor did in each interval. */
static void deal_out(const world *w, unsigned p, bin_interval *intervals) {
  memset(intervals, 0, BIN_INTERVALS * sizeof *intervals);
  for (unsigned i = 0; i < w->n_looks; i++) {
    const look *l = &w->looks[i];
    bin_interval *to = &intervals[l->at / w->cycles];
#define ADD(unused, name, help) to->name += l->lanes[p].name;
    BIN_INTERVAL_COUNTS(ADD, ADD, )
#undef ADD
    to->cycles -= l->lanes[p].idle_cycles;
    to->idle_cycles -= l->lanes[p].idle_cycles;
    const uint64_t from = l->times[p];
    for (uint64_t c = 0; c < l->lanes[p].idle_cycles; c++) {
      bin_interval *of = &intervals[(from + c < l->at ? from + c : l->at) / w->cycles];
      of->cycles++;
      of->idle_cycles++;
    }
  }
}

/* ---- comparing ---- */

static void check_lanes(const world *w) {
  static bin_interval expected[BIN_INTERVALS];
  static const bin_interval none[BIN_INTERVALS];
  for (unsigned p = 0; p < coh_processors(w->system); p++) {
    const bin_interval *found = bin_timeline_of(w->timeline, p);
    deal_out(w, p, expected);
    CHECK(memcmp(expected, found ? found : none, sizeof expected) == 0);
  }
}

static uint64_t weight(bin_interval_cell c) { return c.misses + c.stall_cycles; }

/* A row contains everything that its pair did since one look, perhaps with a part of that look: its cells from before
 * the look that made the pair heavy enough are missing. Returns whether it contains everything that the pair ever
 * did. */
static bool check_row(const world *w, const bin_timeline_row *row) {
  const unsigned pair = row->segment * (BINS + 1) + row->bin;
  bin_interval_cell left[BIN_INTERVALS];
  uint64_t sum = 0;
  memcpy(left, row->intervals, sizeof left);
  for (unsigned i = 0; i < BIN_INTERVALS; i++) sum += weight(left[i]);
  unsigned i = w->n_looks;
  while (sum != 0 && i > 0) {
    i--;
    const bin_interval_cell *did = &w->looks[i].pairs[pair];
    bin_interval_cell *of = &left[w->looks[i].at / w->cycles];
    if (did->misses > of->misses || did->stall_cycles > of->stall_cycles) {
      CHECK(weight(*of) == sum && of->misses <= did->misses && of->stall_cycles <= did->stall_cycles);
      return false;
    }
    of->misses -= did->misses;
    of->stall_cycles -= did->stall_cycles;
    sum -= weight(*did);
  }
  CHECK(sum == 0);
  while (i > 0 && weight(w->looks[i - 1].pairs[pair]) == 0) i--;
  return i == 0;
}

/* Returns how many rows lack the first counts of their pairs. */
static unsigned check_rows(const world *w) {
  static bool has_row[PAIRS];
  unsigned late = 0, pairs = 0;
  uint64_t least = UINT64_MAX;
  memset(has_row, 0, sizeof has_row);
  const unsigned n = bin_timeline_rows(w->timeline);
  for (unsigned i = 0; i < n; i++) {
    const bin_timeline_row row = bin_timeline_row_at(w->timeline, i);
    const unsigned pair = row.segment * (BINS + 1) + row.bin;
    CHECK(!has_row[pair]);
    has_row[pair] = true;
    late += !check_row(w, &row);
    if (weight(w->pairs[pair]) < least) least = weight(w->pairs[pair]);
  }
  for (unsigned i = 0; i < PAIRS; i++) {
    pairs += weight(w->pairs[i]) != 0;
    CHECK(has_row[i] || weight(w->pairs[i]) - weight(w->pairs[i]) / 5 <= least);
    CHECK(has_row[i] || weight(w->pairs[i]) == 0 || n == BIN_TIMELINE_ROWS);
  }
  CHECK(n == (pairs < BIN_TIMELINE_ROWS ? pairs : BIN_TIMELINE_ROWS));
  return late;
}

/* ---- the run ---- */

/* Makes sites that stay, so that special instances of the miss routine simulate some of their misses. */
static void refer(world *w, const workload_reference *ref, bin_site *site, uint64_t instructions) {
  const uint64_t before = coh_counts_of(w->system, ref->processor)->stall_cycles,
                 now = coh_now(w->system, ref->processor);
  bin_account_reference(w->account, &w->flows[ref->processor], site, ref->address);
  const uint64_t stall = coh_counts_of(w->system, ref->processor)->stall_cycles - before;
  bin_account_executed(w->account, ref->processor, instructions, ref->kind != COH_WRITE, ref->kind == COH_WRITE);
  coh_set_now(w->system, ref->processor, now + stall + instructions * w->system->config.cpi);
  bin_site_flush(w->account, site);
}

/* The processor waits until the clock of another one, and perhaps longer. */
static void idle(world *w, unsigned processor, uint64_t clock) {
  const uint64_t now = coh_now(w->system, processor);
  if (clock <= now) return;
  bin_account_idle(w->account, processor, clock - now);
  coh_set_now(w->system, processor, clock);
}

static void begin_anew(world *w) {
  for (unsigned i = 0; i < w->n_looks; i++) free(w->looks[i].pairs);
  memset(w->looks, 0, w->n_looks * sizeof *w->looks);
  memset(w->now, 0, sizeof w->now);
  memset(w->pairs, 0, sizeof w->pairs);
  w->n_looks = 0;
  w->at = w->begin = 0;
  bin_account_zero(w->account);
  bin_timeline_zero(w->timeline);
  for (unsigned p = 0; p < coh_processors(w->system); p++) {
    w->clocks[p] = coh_now(w->system, p);
    if (w->clocks[p] > w->begin) w->begin = w->clocks[p];
  }
  w->origin = w->begin;
}

/* Makes a machine whose misses are simulated for a short time. */
static void make_brief(mach_config *c) {
  c->processors = c->nodes = 1;
  c->placement = MACH_FIRST_TOUCH;
  c->replacement = MACH_LRU;
  c->conflicts = c->contention = false;
  if (c->ll.ways == 0) c->ll = (mach_geometry){.size = 4 * c->d1.size, .ways = c->d1.ways, .line = c->d1.line};
}

/* Returns how many rows start late; adds to the totals of all machines. */
static unsigned try(uint64_t seed, uint64_t *joined, uint64_t *looks) {
  static workload_machine machine;
  static workload_reference references[REFERENCES];
  static bin_site sites[REFERENCES];
  static world w;
  dice d = {seed};
  workload_machine_make(&machine, seed);
  if (seed % 8 == 7) make_brief(&machine.config);
  workload_references_make(&machine, seed, references, REFERENCES);
  const uint64_t cycles = 1 + dice_below(&d, seed % 3 == 0 ? 20 : 2000), longest = 1 + dice_below(&d, 40);
  make_world(&w, &machine, seed % 2 != 0 ? BINS : 3, cycles);
  const unsigned zero_at = seed % 4 == 0 ? dice_below(&d, REFERENCES) : 0;
  for (unsigned i = 0; i < ROUNDS * REFERENCES; i++) {
    const workload_reference *ref = &references[i % REFERENCES];
    if (i < REFERENCES) bin_site_init(&sites[i], w.account, ref->size, ref->kind, dice_below(&d, 2 * SEGMENTS));
    refer(&w, ref, &sites[i % REFERENCES], dice_below(&d, (uint32_t)longest));
    const uint64_t clock = coh_now(w.system, ref->processor);
    if (dice_below(&d, 50) == 0)
      idle(&w, dice_below(&d, machine.config.processors), clock + dice_below(&d, 3) * dice_below(&d, 3000));
    if (i != 0 && i == zero_at) {
      begin_anew(&w);
      w.cycles = cycles;
    }
    CHECK(bin_timeline_from(w.timeline) == w.origin + w.at / w.cycles * w.cycles);
    if (clock - bin_timeline_from(w.timeline) < w.cycles || w.n_looks == LOOKS - 1) continue;
    bin_timeline_look(w.timeline, clock);
    log_look(&w, clock);
    CHECK(bin_timeline_cycles(w.timeline) == w.cycles);
  }
  *looks += w.n_looks;
  bin_timeline_settle(w.timeline);
  const uint64_t at = w.at, length = w.cycles;
  log_look(&w, w.origin + w.at);
  w.at = at;
  w.cycles = length;
  CHECK(bin_timeline_count(w.timeline) == at / length + 1 && bin_timeline_count(w.timeline) <= BIN_INTERVALS);
  CHECK(bin_timeline_begin(w.timeline) == w.begin);
  check_lanes(&w);
  const unsigned late = check_rows(&w);
  *joined += length != cycles;
  if (check_failures != 0) {
    printf("seed %" PRIu64 "\n", seed);
    workload_machine_print(&machine, stdout);
  }
  free_world(&w);
  return late;
}

int main(void) {
  uint64_t late = 0, joined = 0, looks = 0;
  for (uint64_t seed = 0; seed < MACHINES && check_failures == 0; seed++) late += try(seed, &joined, &looks);
  printf("%" PRIu64 " looks; %" PRIu64 " timelines joined intervals; %" PRIu64 " rows began late\n", looks, joined,
         late);
  CHECK(late > 100 && joined > MACHINES / 4 && looks > 4000);
  return check_failures != 0;
}
