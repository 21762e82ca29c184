/* test_owner.c: compares the misses and the stall of each cell in each calling context with sums over single references,
 * on random machines. Before references, processors change to other functions. Counts are read and set to zero in the
 * middle of a run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "bins/bin_account-inl.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/workload.h"

enum { MACHINES = 200, REFERENCES = 1500, PLACES = 3, FUNCTIONS = 4, CONTEXTS = 256 };

/* Counts of references of a place; all data belong to one bin. */
typedef struct {
  uint64_t read_misses, write_misses, memory, stall_cycles;
} naive_counts;

typedef struct {
  dice d;
  workload_machine machine;
  coh_system *system;
  bin_table *table;
  bin_account *account;
  bin_contexts *contexts;
  bin_flow flows[MACH_MAX_PROCESSORS];
  naive_counts all[CONTEXTS][PLACES];
  uint64_t not_made[CONTEXTS]; /* number of conditional reads that were not made */
} world;

static bin_id unknown(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure, (void)address, (void)low, (void)high;
  return BIN_ID_UNKNOWN;
}

static void make_world(world *w, uint64_t seed) {
  memset(w, 0, sizeof *w);
  w->d.state = seed;
  workload_machine_make(&w->machine, seed);
  w->system = coh_system_new(&w->machine.config);
  w->table = bin_table_new();
  const uint32_t object = bin_table_object(w->table, ""), file = bin_table_file(w->table, "");
  const uint32_t segment = bin_table_segment(w->table, "f", object, file, 1);
  for (uint32_t i = 0; i < PLACES; i++) bin_table_place(w->table, segment, file, i, 0);
  w->account = bin_account_new(w->system, w->table, unknown, NULL);
  bin_account_tell_contexts(w->account);
  w->contexts = bin_account_contexts(w->account);
  for (unsigned i = 0; i < w->machine.config.processors; i++) w->flows[i].processor = i;
}

static void free_world(world *w) {
  bin_account_free(w->account);
  bin_table_free(w->table);
  coh_system_free(w->system);
}

static naive_counts counts_of(const world *w, unsigned processor) {
  const coh_counts *counts = coh_counts_of(w->system, processor);
  return (naive_counts){counts->read_misses, counts->write_misses, counts->memory, counts->stall_cycles};
}

/* The thread of the processor jumps to a function, if it is not in that function. */
static void jump(world *w, unsigned processor, uint32_t function) {
  bin_flow *flow = &w->flows[processor];
  bin_contexts_resume(w->contexts, flow, 0);
  if (!bin_flow_is_in(flow, function) || flow->at.context == BIN_CONTEXT_ROOT)
    bin_contexts_enter(w->contexts, flow, &(bin_code_block){function, true, false, BIN_NO_PLACE}, 0);
  bin_flow_run(flow, function + 1);
}

/* A conditional read is not made. Its count is subtracted, since that of its block includes it. */
static void skip(world *w, unsigned processor) {
  bin_flow *flow = &w->flows[processor];
  const coh_processor *p = &w->system->processors[processor];
  if (!p->active || coh_cache_find(&p->d1, 0) != COH_NO_SLOT) return; /* programs have no data at address 0 */
  bin_site site;
  bin_site_init(&site, w->account, 8, COH_READ, 0);
  site.flags |= BIN_SITE_GUARDED;
  bin_account_reference(w->account, flow, &site, 0);
  w->not_made[flow->at.context]++;
}

/* Makes a reference within a line, so that all its counts belong to one cell. */
static void refer(world *w, workload_reference *ref, uint32_t place) {
  const uint32_t line = w->machine.config.d1.line, room = line - (uint32_t)(ref->address % line);
  if (ref->size > room) ref->size = room;
  bin_flow *flow = &w->flows[ref->processor];
  if (dice_chance(&w->d, 30) || flow->at.context == BIN_CONTEXT_ROOT)
    jump(w, ref->processor, dice_below(&w->d, FUNCTIONS));
  if (dice_chance(&w->d, 5)) skip(w, ref->processor);
  const naive_counts before = counts_of(w, ref->processor);
  bin_site site;
  bin_site_init(&site, w->account, ref->size, ref->kind, place);
  bin_account_reference(w->account, flow, &site, ref->address);
  const naive_counts after = counts_of(w, ref->processor);
  naive_counts *to = &w->all[flow->at.context][place];
  to->read_misses += after.read_misses - before.read_misses;
  to->write_misses += after.write_misses - before.write_misses;
  to->memory += after.memory - before.memory;
  to->stall_cycles += after.stall_cycles - before.stall_cycles;
}

/* The stall of a processor with a window comes later than its reference. */
static void compare(const world *w) {
  naive_counts all[CONTEXTS][PLACES] = {0};
  const bin_cells *cells = bin_account_cells(w->account);
  const bool has_window = mach_config_has_window(&w->machine.config);
  CHECK(bin_contexts_number(w->contexts) <= CONTEXTS);
  for (uint32_t i = 1; i < bin_contexts_cells(w->contexts); i++) {
    const bin_context_cell *cell = bin_contexts_cell(w->contexts, i);
    all[cell->context][bin_cells_get(cells, cell->cell)->place] = (naive_counts){cell->read_misses, cell->write_misses,
                                                                                 cell->memory, cell->stall_cycles};
  }
  for (uint32_t i = 0; i < bin_contexts_number(w->contexts); i++)
    CHECK(bin_contexts_get(w->contexts, i)->work.reads == 0 - w->not_made[i]);
  for (uint32_t i = 0; i < CONTEXTS; i++)
    for (uint32_t place = 0; place < PLACES; place++) {
      const naive_counts *a = &all[i][place], *b = &w->all[i][place];
      CHECK(a->read_misses == b->read_misses && a->write_misses == b->write_misses && a->memory == b->memory);
      CHECK(has_window || a->stall_cycles == b->stall_cycles);
    }
}

int main(void) {
  for (uint64_t seed = 0; seed < MACHINES && check_failures == 0; seed++) {
    static world w;
    static workload_reference references[REFERENCES];
    make_world(&w, seed);
    workload_references_make(&w.machine, seed, references, REFERENCES);
    const unsigned zeroed = dice_below(&w.d, 2 * REFERENCES), read = dice_below(&w.d, REFERENCES);
    for (unsigned i = 0; i < REFERENCES; i++) {
      if (i == zeroed) {
        bin_account_zero(w.account);
        memset(w.all, 0, sizeof w.all);
        memset(w.not_made, 0, sizeof w.not_made);
      }
      if (i == read) compare(&w);
      refer(&w, &references[i], dice_below(&w.d, PLACES));
    }
    compare(&w);
    if (check_failures != 0) workload_machine_print(&w.machine, stdout), printf("seed %" PRIu64 "\n", seed);
    free_world(&w);
  }
  return check_failures != 0;
}
