/* test_batches.c: tests what an account stores about samples, on random machines. A second account on a machine of its
 * own counts all of the same references; the test reads it before and after each sample. On every second machine,
 * samples are intervals of phases, with weights.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "bins/bin_batches.h"
#include "bins/bin_format.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/workload.h"

enum { MACHINES = 96, REFERENCES = 3000, PLACES = 6, BINS = 3, CELLS = 64, TALLIES = 1024, STRETCH = 60, PHASES = 7 };

typedef struct {
  coh_system *system;
  bin_table *table;
  bin_account *account;
  bin_flow flows[MACH_MAX_PROCESSORS];
} side;

/* All counts of an account. */
typedef struct {
  coh_counts cells[CELLS], processors[MACH_MAX_PROCESSORS];
  uint64_t evictors[TALLIES], invalidators[TALLIES], instructions[MACH_MAX_PROCESSORS], places[PLACES];
} counted;

static bin_id unknown(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure, (void)address, (void)low, (void)high;
  return BIN_ID_UNKNOWN;
}

static void make_side(side *s, const workload_machine *machine) {
  memset(s, 0, sizeof *s);
  s->system = coh_system_new(&machine->config);
  s->table = bin_table_new();
  const uint32_t object = bin_table_object(s->table, ""), file = bin_table_file(s->table, "");
  const uint32_t segment = bin_table_segment(s->table, "f", object, file, 1);
  for (uint32_t i = 0; i < PLACES; i++) bin_table_place(s->table, segment, file, i, 0);
  for (uint64_t i = 0; i < BINS; i++) bin_table_bin(s->table, BIN_MMAP, "", &i, 1, NULL, 0);
  s->account = bin_account_new(s->system, s->table, unknown, NULL);
  for (unsigned i = 0; i < machine->config.processors; i++) s->flows[i].processor = i;
  for (unsigned r = 0; r < machine->regions; r++)
    for (uint32_t i = 0; i < machine->region[r].lines; i++) {
      const uint64_t start = (machine->region[r].first + i) * machine->config.d1.line;
      if (start >> 47 == 0) bin_account_map(s->account, start, machine->config.d1.line, 1 + i / 3 % BINS);
    }
}

static void free_side(side *s) {
  bin_account_free(s->account);
  bin_table_free(s->table);
  coh_system_free(s->system);
}

static void refer(side *s, const workload_reference *ref, uint32_t place) {
  bin_site site;
  bin_site_init(&site, s->account, ref->size, ref->kind, place);
  bin_account_reference(s->account, &s->flows[ref->processor], &site, ref->address);
  bin_account_executed(s->account, ref->processor, 3, ref->kind != COH_WRITE, ref->kind == COH_WRITE);
  bin_table_add_instructions(s->table, place, 3);
  bin_site_flush(s->account, &site);
}

static void add_counts(coh_counts *sum, const coh_counts *counts, uint64_t times) {
  for (coh_count i = 0; i < COH_COUNTS; i++) *coh_counts_at(sum, i) += times * coh_counts_get(counts, i);
}

/* Adds the counts of a side, multiplied by `times`, to the sums. */
static void add(counted *sum, const side *s, uint64_t times) {
  const bin_cells *cells = bin_account_cells(s->account);
  CHECK(cells->n <= CELLS && cells->evictors.n <= TALLIES && cells->invalidators.n <= TALLIES);
  for (uint32_t i = 0; i < cells->n; i++) {
    const coh_counts c = bin_cells_counts(cells, bin_cells_get(cells, i));
    add_counts(&sum->cells[i], &c, times);
  }
  for (uint32_t i = 0; i < cells->evictors.n; i++) sum->evictors[i] += times * cells->evictors.entries[i].count;
  for (uint32_t i = 0; i < cells->invalidators.n; i++)
    sum->invalidators[i] += times * cells->invalidators.entries[i].count;
  for (unsigned i = 0; i < coh_processors(s->system); i++) {
    const coh_counts c = *coh_counts_of(s->system, i);
    add_counts(&sum->processors[i], &c, times);
    sum->instructions[i] += times * bin_account_instructions(s->account, i);
  }
  for (uint32_t i = 0; i < PLACES; i++) sum->places[i] += times * bin_table_get_place(s->table, i)->instructions;
}

/* Makes a side forget which misses may still become true sharing: none of them will, on either side. */
static void forget_undecided(side *s) {
  for (unsigned i = 0; i < coh_processors(s->system); i++) {
    const coh_counts now = *coh_counts_of(s->system, i);
    coh_counts_restore(s->system, i, &now);
  }
}

/* Checks that the batches' counts of each cell add up to the cell. */
static void check_batches(const side *s, const bin_batches *batches, uint64_t samples) {
  const bin_cells *cells = bin_account_cells(s->account);
  uint64_t all = 0, instructions = 0, counted_instructions = 0;
  for (uint32_t i = 0; i < cells->n; i++) {
    const coh_counts c = bin_cells_counts(cells, bin_cells_get(cells, i));
    uint64_t misses = 0, stall = 0;
    for (unsigned b = 0; b < BIN_BATCHES; b++) {
      misses += bin_batches_misses(batches, b, i);
      stall += bin_batches_stall(batches, b, i);
    }
    CHECK(misses == c.read_misses + c.write_misses && stall == c.stall_cycles);
  }
  for (unsigned b = 0; b < BIN_BATCHES; b++) {
    all += bin_batches_get(batches, b)->samples;
    instructions += bin_batches_get(batches, b)->instructions;
    CHECK(bin_batches_get(batches, b)->samples <= samples / BIN_BATCHES + 1);
  }
  for (unsigned i = 0; i < coh_processors(s->system); i++)
    counted_instructions += bin_account_instructions(s->account, i);
  CHECK(all == samples && instructions == counted_instructions);
}

/* Checks that the intervals' counts of each cell, multiplied, add up to the cell. */
static void check_parts(const side *s, const bin_batches *batches) {
  const bin_cells *cells = bin_account_cells(s->account);
  CHECK(bin_batches_count(batches) == PHASES);
  for (uint32_t i = 0; i < cells->n; i++) {
    const coh_counts c = bin_cells_counts(cells, bin_cells_get(cells, i));
    uint64_t misses = 0, stall = 0;
    for (unsigned b = 0; b < PHASES; b++) {
      misses += bin_batches_phase(batches, b)->weight * bin_batches_misses(batches, b, i);
      stall += bin_batches_phase(batches, b)->weight * bin_batches_stall(batches, b, i);
    }
    CHECK(misses == c.read_misses + c.write_misses && stall == c.stall_cycles);
  }
}

/* Checks the counts of the phases. `expected` contains the instructions that the account counts in each. */
static void check_phases(const side *s, const bin_batches *batches, const bin_phase *phases, const uint64_t *expected) {
  uint64_t weighed = 0, counted_instructions = 0;
  CHECK(bin_batches_phases(batches) == PHASES);
  for (unsigned i = 0; i < PHASES; i++) {
    const bin_phase *one = bin_batches_phase(batches, i);
    CHECK(one->weight == phases[i].weight && one->share == phases[i].share && one->instructions == expected[i]);
    weighed += one->weight * one->instructions;
  }
  for (unsigned i = 0; i < coh_processors(s->system); i++)
    counted_instructions += bin_account_instructions(s->account, i);
  CHECK(weighed == counted_instructions);
  check_parts(s, batches);
}

/* Returns all events of shared lines. */
static uint64_t events(const side *s) { return bin_sharing_events(bin_account_sharing(s->account)); }

/* Returns the misses in the samples. */
static uint64_t try(uint64_t seed) {
  static workload_machine machine;
  static workload_reference references[REFERENCES];
  static counted expected, found;
  side whole, sampled;
  dice d = {seed};
  memset(&expected, 0, sizeof expected);
  memset(&found, 0, sizeof found);
  workload_machine_make(&machine, seed);
  workload_references_make(&machine, seed, references, REFERENCES);
  make_side(&whole, &machine);
  make_side(&sampled, &machine);
  const bool by_phase = seed % 2 != 0;
  bin_phase phases[PHASES] = {{0}};
  uint64_t samples = 0, of_phase[PHASES] = {0}, shared = 0;
  for (unsigned i = 0; i < PHASES; i++)
    phases[i] = (bin_phase){.phase = 1 + i / 2, .interval = i, .share = i, .weight = 1 + dice_below(&d, 1 << 28)};
  bin_batches *batches = by_phase ? bin_batches_new_of_phases(sampled.account, phases, PHASES)
                                  : bin_batches_new(sampled.account);
  for (unsigned i = 0; i < REFERENCES;) {
    const bool keeps = dice_below(&d, 2) == 0;
    const unsigned number = (unsigned)(samples % PHASES);
    const uint64_t weight = by_phase ? phases[number].weight : 1, events_before = events(&whole);
    bin_account_weigh_sharing(sampled.account, keeps ? weight : 0);
    add(&expected, &whole, keeps ? -weight : 0);
    for (const unsigned end = i + 1 + dice_below(&d, STRETCH); i < end && i < REFERENCES; i++) {
      if (keeps) of_phase[number] += 3;
      const uint32_t place = dice_below(&d, PLACES);
      refer(&whole, &references[i], place);
      refer(&sampled, &references[i], place);
    }
    add(&expected, &whole, keeps ? weight : 0);
    shared += keeps ? weight * (events(&whole) - events_before) : 0;
    forget_undecided(&whole);
    if (keeps && by_phase)
      bin_batches_keep_phase(batches, number);
    else if (keeps)
      bin_batches_keep(batches);
    else
      bin_batches_drop(batches);
    samples += keeps;
  }
  add(&found, &sampled, 1);
  CHECK(memcmp(&expected, &found, sizeof found) == 0);
  CHECK(events(&sampled) == shared);
  if (by_phase)
    check_phases(&sampled, batches, phases, of_phase);
  else
    check_batches(&sampled, batches, samples);
  uint64_t misses = 0;
  for (unsigned i = 0; i < CELLS; i++) misses += found.cells[i].read_misses + found.cells[i].write_misses;
  if (check_failures != 0) workload_machine_print(&machine, stdout);
  bin_batches_free(batches);
  free_side(&whole);
  free_side(&sampled);
  return misses;
}

int main(void) {
  uint64_t misses = 0;
  for (uint64_t seed = 0; seed < MACHINES && check_failures == 0; seed++) misses += try(seed);
  CHECK(misses > 10000);
  return check_failures != 0;
}
