/* test_uncounted.c: tests uncounted references, on random machines. Three accounts get equal references. In the first
 * one, all are counted. Each reference is uncounted in one of the other two. Therefore, the counts of these two must
 * add up to those of the first, and all machines must have the same state.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "bins/bin_account-inl.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/workload.h"

enum { MACHINES = 200, REFERENCES = 1500, PLACES = 3, FUNCTIONS = 3, CONTEXTS = 256, ACCOUNTS = 3 };

typedef struct {
  coh_system *system;
  bin_table *table;
  bin_account *account;
  bin_contexts *contexts; /* NULL: none */
  uint32_t segment, uncounted[PLACES];
  bin_flow flows[MACH_MAX_PROCESSORS];
} one;

/* The counts of an account. */
typedef struct {
  coh_counts cells[PLACES];
  uint64_t evictors[PLACES], invalidators[PLACES]; /* sums of all evictors and invalidators */
  bin_context_cell contexts[CONTEXTS][PLACES];
  bin_work work[CONTEXTS];
  uint64_t events, true_sharing; /* sums over the shared lines */
} sums;

static bin_id unknown(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure, (void)address, (void)low, (void)high;
  return BIN_ID_UNKNOWN;
}

static void make_one(one *o, const mach_config *config, bool contexts, bool has_uncounted) {
  memset(o, 0, sizeof *o);
  o->system = coh_system_new(config);
  o->table = bin_table_new();
  o->segment = bin_table_segment(o->table, "f", bin_table_object(o->table, ""), bin_table_file(o->table, ""), 1);
  for (uint32_t i = 0; i < PLACES; i++) bin_table_place(o->table, o->segment, 0, i, 0);
  for (uint32_t i = 0; i < PLACES; i++) o->uncounted[i] = bin_table_uncounted(o->table, i);
  o->account = bin_account_new(o->system, o->table, unknown, NULL);
  if (contexts) bin_account_tell_contexts(o->account);
  if (has_uncounted) bin_account_tell_uncounted(o->account);
  o->contexts = bin_account_contexts(o->account);
  for (unsigned i = 0; i < config->processors; i++) o->flows[i].processor = i;
}

static void free_one(one *o) {
  bin_account_free(o->account);
  bin_table_free(o->table);
  coh_system_free(o->system);
}

/* A thread of the processor executes a block of a function, with one reference and two more instructions. */
static void run(one *o, const workload_reference *ref, uint32_t place, uint32_t function, bool counts, bool made) {
  bin_flow *flow = &o->flows[ref->processor];
  const bool writes = ref->kind == COH_WRITE;
  const uint64_t packed = BIN_PACK(3, !writes, writes);
  if (o->contexts) {
    bin_contexts_resume(o->contexts, flow, 0);
    bin_contexts_silence(o->contexts, !counts);
    if (!bin_flow_is_in(flow, function) || flow->at.context == BIN_CONTEXT_ROOT)
      bin_contexts_enter(o->contexts, flow, &(bin_code_block){function, true, false, BIN_NO_PLACE}, 0);
    bin_flow_run(flow, function + 1);
  }
  bin_site site;
  bin_site_init(&site, o->account, ref->size, ref->kind, counts ? place : o->uncounted[place]);
  if (!made) site.flags |= BIN_SITE_GUARDED;
  bin_account_reference(o->account, flow, &site, made ? ref->address : 0);
  bin_site_flush(o->account, &site);
  bin_account_executed(o->account, ref->processor, 3, !writes, writes);
  if (!counts) bin_account_executed_uncounted(o->account, ref->processor, 3, !writes, writes);
  if (o->contexts && counts) bin_contexts_settle(o->contexts, flow, packed);
  coh_execute(o->system, &o->system->processors[ref->processor], 3);
}

static void add_contexts(const one *o, const bin_cells *cells, sums *s) {
  CHECK(bin_contexts_number(o->contexts) <= CONTEXTS);
  for (uint32_t i = 0; i < bin_contexts_number(o->contexts); i++) s->work[i] = bin_contexts_get(o->contexts, i)->work;
  for (uint32_t i = 0; i < bin_contexts_cells(o->contexts); i++) {
    const bin_context_cell *cell = bin_contexts_cell(o->contexts, i);
    if (cell->context == BIN_CONTEXT_ROOT) continue;
    const uint32_t place = bin_cells_get(cells, cell->cell)->place;
    bin_context_cell *to = &s->contexts[cell->context][bin_table_get_place(o->table, place)->code];
    to->read_misses += cell->read_misses;
    to->write_misses += cell->write_misses;
    to->memory += cell->memory;
    to->stall_cycles += cell->stall_cycles;
  }
}

static void add_tally(const one *o, const bin_cells *cells, const bin_tally *tally, uint64_t *to) {
  for (uint32_t i = 0; i < tally->n; i++)
    to[bin_table_get_place(o->table, bin_cells_get(cells, tally->entries[i].cell)->place)->code] +=
        tally->entries[i].count;
}

/* Adds the counts of an account to `s`, and checks that the counts of its cells add up to those of its processors. */
static void add(one *o, sums *s) {
  const bin_cells *cells = bin_account_cells(o->account);
  coh_counts of_cells = {0}, of_processors = {0};
  for (uint32_t i = 0; i < cells->n; i++) {
    const bin_cell *cell = bin_cells_get(cells, i);
    const coh_counts counts = bin_cells_counts(cells, cell);
    coh_counts_add(&of_cells, &counts);
    coh_counts_add(&s->cells[bin_table_get_place(o->table, cell->place)->code], &counts);
  }
  for (unsigned i = 0; i < coh_processors(o->system); i++) {
    const bin_processor_counts counted = bin_account_counted(o->account, i);
    coh_counts_add(&of_processors, &counted.counts);
    CHECK(counted.cycles ==
          mach_cycles(&o->system->config, counted.instructions) + counted.counts.stall_cycles + counted.idle_cycles);
  }
  CHECK(memcmp(&of_cells, &of_processors, sizeof of_cells) == 0);
  add_tally(o, cells, &cells->evictors, s->evictors);
  add_tally(o, cells, &cells->invalidators, s->invalidators);
  const bin_sharing *sharing = bin_account_sharing(o->account);
  s->events += bin_sharing_events(sharing);
  for (uint32_t i = 0; i < bin_sharing_lines(sharing); i++)
    s->true_sharing += bin_sharing_line(sharing, i)->true_sharing;
}

/* Compares the processors of three accounts: the last two are the parts of the first. */
static void compare_processors(const one *all) {
  for (unsigned i = 0; i < coh_processors(all->system); i++) {
    const bin_processor_counts whole = bin_account_counted(all->account, i);
    const bin_processor_counts left = bin_account_counted(all[1].account, i);
    const bin_processor_counts right = bin_account_counted(all[2].account, i);
    coh_counts sum = left.counts;
    coh_counts_add(&sum, &right.counts);
    CHECK(memcmp(&sum, &whole.counts, sizeof sum) == 0);
    CHECK(left.instructions + right.instructions == whole.instructions);
    CHECK(left.idle_cycles + right.idle_cycles == whole.idle_cycles);
    for (unsigned a = 1; a < ACCOUNTS; a++) {
      CHECK(memcmp(coh_counts_of(all[a].system, i), coh_counts_of(all->system, i), sizeof(coh_counts)) == 0);
      CHECK(coh_now(all[a].system, i) == coh_now(all->system, i));
    }
  }
}

static void compare(one *all) {
  static sums whole, parts, contexts[ACCOUNTS];
  whole = parts = (sums){0};
  for (unsigned i = 0; i < ACCOUNTS; i++) {
    add(&all[i], i == 0 ? &whole : &parts);
    contexts[i] = (sums){0};
    if (all->contexts) add_contexts(&all[i], bin_account_cells(all[i].account), &contexts[i]);
  }
  CHECK(memcmp(&whole, &parts, sizeof whole) == 0);
  for (uint32_t i = 1; i < CONTEXTS; i++) {
    CHECK(contexts[1].work[i].reads + contexts[2].work[i].reads == contexts[0].work[i].reads);
    CHECK(contexts[1].work[i].writes + contexts[2].work[i].writes == contexts[0].work[i].writes);
    for (uint32_t place = 0; place < PLACES; place++) {
      const bin_context_cell *x = &contexts[0].contexts[i][place];
      const bin_context_cell *y = &contexts[1].contexts[i][place], *z = &contexts[2].contexts[i][place];
      CHECK(y->read_misses + z->read_misses == x->read_misses && y->write_misses + z->write_misses == x->write_misses);
      CHECK(y->memory + z->memory == x->memory && y->stall_cycles + z->stall_cycles == x->stall_cycles);
    }
  }
  compare_processors(all);
}

/* On some machines, processors have windows, so that stalls are known later than their references. */
static void make_windows(dice *d, mach_config *config) {
  if (!dice_chance(d, 50)) return;
  config->processor = MACH_WINDOW;
  config->window = dice_between(d, 1, 64);
  config->outstanding_misses = dice_between(d, 1, 12);
  config->store_buffer = dice_between(d, 1, 8);
}

static void test_machine(uint64_t seed) {
  static workload_machine machine;
  static workload_reference references[REFERENCES];
  static one all[ACCOUNTS];
  dice d = {seed};
  workload_machine_make(&machine, seed);
  make_windows(&d, &machine.config);
  workload_references_make(&machine, seed, references, REFERENCES);
  const bool contexts = dice_chance(&d, 50);
  for (unsigned i = 0; i < ACCOUNTS; i++) make_one(&all[i], &machine.config, contexts, i != 0);
  const unsigned zeroed = dice_below(&d, 2 * REFERENCES), read = dice_below(&d, REFERENCES);
  bool first_part = false;
  for (unsigned i = 0; i < REFERENCES; i++) {
    const uint32_t place = dice_below(&d, PLACES), function = dice_below(&d, FUNCTIONS);
    const uint64_t idle = dice_chance(&d, 5) ? dice_below(&d, 100) : 0;
    const bool made = !dice_chance(&d, 5);
    if (dice_chance(&d, 10)) first_part = !first_part;
    for (unsigned a = 0; a < ACCOUNTS; a++) {
      const bool counts = a == 0 || first_part == (a == 1);
      if (i == zeroed) bin_account_zero(all[a].account);
      run(&all[a], &references[i], place, function, counts, made);
      if (a != 0) bin_account_set_uncounted(all[a].account, references[i].processor, !counts);
      if (idle != 0) bin_account_idle(all[a].account, references[i].processor, idle);
    }
    if (i == read) compare(all);
  }
  compare(all);
  if (check_failures != 0) workload_machine_print(&machine, stdout), printf("seed %" PRIu64 "\n", seed);
  for (unsigned i = 0; i < ACCOUNTS; i++) free_one(&all[i]);
}

int main(void) {
  for (uint64_t seed = 0; seed < MACHINES && check_failures == 0; seed++) test_machine(seed);
  return check_failures != 0;
}
