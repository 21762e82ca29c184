/* test_patterns.c: tests that references in patterns (sweep_access_loop.h) give the same counts as the same references
 * one by one.
 *
 * Random patterns are made on random machines by sweep_simulate(), and on random families by sweep_group_play(). For
 * each machine, the test simulates a second one reference by reference; all counts must be equal, and the misses of
 * each cell. Engines (sweep_engine.h) split their families when a second processor makes references. Fronts
 * (sweep_mru_filter.h) filter the references to families until that happens.
 *
 *   test_patterns [--seed S]
 *
 * With --seed, each part of the test that has this seed tests only this seed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coherence/coh_access.h"
#include "sweep/sweep_engine.h"
#include "sweep/sweep_group.h"
#include "sweep/sweep_mru_filter.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"
#include "tests/coherence/workload.h"

enum {
  STAYS = 20,
  PLAYED = 144,
  FAMILIES = 160,
  ENGINES = 48,
  FRONTS = 24,
  COMPARE_EVERY = 20,
  PROCESSORS = 3,
  PATTERNS = 400,
  MEMBERS = 12,
  ARRAYS = 5,
  CHECK_EVERY = 50,
  CELLS = 40
};

/* ---- patterns ---------------------------------------------------------------------------------------------------- */

/* Where the references of a run are: arrays, a few of which are in the same sets of the caches. */
typedef struct {
  dice d;
  uint32_t line; /* in bytes */
  uint64_t arrays[ARRAYS];
  uint32_t bytes; /* bytes of each array */
  unsigned processors;
  unsigned straddling, storing; /* in percent */
  sweep_reference references[SWEEP_ACCESS_LOOP_MOST];
  uint32_t cells[SWEEP_ACCESS_LOOP_MOST];
  sweep_access_loop pattern;
} generator;

static void generator_begin(generator *g, uint64_t seed, const mach_geometry *d1, unsigned processors) {
  g->d = (dice){seed ^ 0x70617474};
  g->line = d1->line;
  g->processors = processors;
  g->bytes = (uint32_t)(d1->size / (dice_chance(&g->d, 50) ? 1 : 4)) + 4 * d1->line;
  g->straddling = dice_chance(&g->d, 30) ? 40 : dice_below(&g->d, 5);
  g->storing = dice_below(&g->d, 100);
  for (unsigned i = 0; i < ARRAYS; i++)
    g->arrays[i] = ((uint64_t)dice_below(&g->d, 3) << 32) + i * (uint64_t)d1->size + dice_below(&g->d, 64);
}

static uint64_t random_stride(generator *g) {
  const uint64_t line = g->line;
  const uint64_t strides[] = {0,        1,        4,    8,        8,         8,
                              line / 2, line - 1, line, line + 4, 16 * line, dice_below(&g->d, g->bytes)};
  const uint64_t stride = strides[dice_below(&g->d, sizeof strides / sizeof strides[0])];
  return dice_chance(&g->d, 30) ? -stride : stride;
}

static sweep_reference random_reference(generator *g) {
  const uint64_t array = g->arrays[dice_below(&g->d, ARRAYS)];
  return (sweep_reference){.address = array + dice_below(&g->d, g->bytes),
                           .stride = random_stride(g),
                           .gap = dice_below(&g->d, 9),
                           .code = dice_below(&g->d, 9),
                           .size = dice_chance(&g->d, g->straddling) ? dice_between(&g->d, 1, 4 * g->line)
                                                                     : 1u << dice_below(&g->d, 4),
                           .kind = !dice_chance(&g->d, g->storing) ? COH_READ
                                   : dice_chance(&g->d, 20)        ? COH_MODIFY
                                                                   : COH_WRITE};
}

/* Makes the next pattern in g->pattern. */
static void generator_next(generator *g) {
  const unsigned most = dice_chance(&g->d, 5) ? SWEEP_ACCESS_LOOP_MOST : 6;
  g->pattern = (sweep_access_loop){.references = g->references,
                                   .n = dice_below(&g->d, most + 1),
                                   .processor = dice_below(&g->d, g->processors),
                                   .repeats = dice_chance(&g->d, 40) ? 1 : dice_between(&g->d, 1, 60),
                                   .tail = dice_below(&g->d, 5),
                                   .cells = dice_chance(&g->d, 10) ? NULL : g->cells};
  for (uint32_t i = 0; i < g->pattern.n; i++) {
    g->references[i] = random_reference(g);
    g->cells[i] = dice_below(&g->d, CELLS);
  }
}

/* ---- one by one -------------------------------------------------------------------------------------------------- */

typedef struct {
  coh_system *system;
  uint64_t from[SWEEP_SOURCES];
  sweep_cell_misses cells[CELLS];
} reference_machine;

static void step(reference_machine *m, const sweep_access_loop *pattern, uint32_t i, uint64_t address) {
  const sweep_reference *r = &pattern->references[i];
  const coh_blame nobody = {.code = r->code};
  sweep_cell_misses *cell = &m->cells[pattern->cells ? pattern->cells[i] : 0];
  coh_outcome outcome;
  coh_access(m->system, pattern->processor, address, r->size, r->kind, &nobody, &outcome);
  if (outcome.cause == COH_HIT) return;
  m->from[outcome.source]++;
  if (r->kind == COH_WRITE)
    cell->write_misses++;
  else
    cell->read_misses++;
  if (outcome.cause == COH_COLD) cell->cold++;
  if (outcome.source == COH_FROM_L2) cell->second_level++;
  if (outcome.source == COH_FROM_LL) cell->last_level++;
}

static void move_clock(coh_system *system, unsigned processor, uint64_t cycles) {
  coh_set_now(system, processor, coh_now(system, processor) + cycles);
}

static void play_naively(reference_machine *m, const sweep_access_loop *pattern, uint32_t cpi) {
  for (uint64_t r = 0; r < pattern->repeats; r++) {
    for (uint32_t i = 0; i < pattern->n; i++) {
      const sweep_reference *reference = &pattern->references[i];
      move_clock(m->system, pattern->processor, reference->gap * cpi);
      step(m, pattern, i, reference->address + r * reference->stride);
    }
    move_clock(m->system, pattern->processor, pattern->tail * cpi);
  }
}

static bool fail(uint64_t seed, unsigned machine, unsigned pattern, const mach_config *config, const char *what) {
  printf("FAILED: seed %" PRIu64 ": machine %u, pattern %u: %s differ\n", seed, machine, pattern, what);
  workload_machine_print(&(workload_machine){.config = *config}, stdout);
  return false;
}

/* ---- machines ---------------------------------------------------------------------------------------------------- */

static bool same_cells(const sweep_cell_misses *cells, const reference_machine *beside) {
  return memcmp(cells, beside->cells, sizeof beside->cells) == 0;
}

static bool played_cells_agree(const sweep_played *played, const reference_machine *beside) {
  sweep_cell_misses cells[CELLS];
  for (uint32_t i = 0; i < CELLS; i++) cells[i] = sweep_played_cell(played, i);
  return same_cells(cells, beside);
}

static bool agree(const coh_system *a, const coh_system *b) {
  for (unsigned p = 0; p < coh_processors(a); p++)
    if (memcmp(coh_counts_of(a, p), coh_counts_of(b, p), sizeof(coh_counts)) != 0 || coh_now(a, p) != coh_now(b, p))
      return false;
  return true;
}

static void forget_counts(reference_machine *m) {
  coh_counts_zero(m->system);
  memset(m->from, 0, sizeof m->from);
  memset(m->cells, 0, sizeof m->cells);
}

static uint64_t most_skipped; /* repetitions that a pattern skipped because they were equal */

static bool test_played(uint64_t seed) {
  workload_machine machine;
  workload_machine_make(&machine, seed);
  const mach_config *config = &machine.config;
  generator g;
  generator_begin(&g, seed, &config->d1, config->processors);
  coh_system *played = coh_system_new(config);
  reference_machine beside = {.system = coh_system_new(config)};
  sweep_played counts = {{0}, NULL, 0};
  bool good = true;
  for (unsigned i = 0; i < PATTERNS && good; i++) {
    generator_next(&g);
    sweep_simulate(played, &g.pattern, &counts);
    play_naively(&beside, &g.pattern, config->cpi);
    good = agree(played, beside.system) && memcmp(counts.from, beside.from, sizeof beside.from) == 0 &&
           played_cells_agree(&counts, &beside);
    if (!good) fail(seed, 0, i, config, "counts or clocks");
    if (i % CHECK_EVERY == 0) coh_check(played);
    if (i != PATTERNS / 3) continue;
    coh_counts_zero(played);
    sweep_played_zero(&counts);
    forget_counts(&beside);
  }
  sweep_played_clear(&counts);
  coh_system_free(played);
  coh_system_free(beside.system);
  return good;
}

/* ---- families ---------------------------------------------------------------------------------------------------- */

static mach_geometry random_cache(dice *d, uint32_t line, unsigned most_sets) {
  const uint32_t ways = dice_chance(d, 25) ? 1 : dice_chance(d, 15) ? dice_between(d, 9, 70) : dice_between(d, 2, 8);
  uint64_t sets = 1;
  while (sets < most_sets && !dice_chance(d, 30)) sets *= 2;
  return (mach_geometry){.size = sets * ways * line, .ways = ways, .line = line};
}

static mach_config random_member(dice *d, uint32_t line, bool last_levels) {
  mach_config c = {.processors = 1,
                   .cpi = 1,
                   .d1 = random_cache(d, line, 64),
                   .protocol = (mach_protocol)dice_below(d, MACH_PROTOCOLS),
                   .ll_latency = dice_below(d, 50),
                   .memory_latency = dice_below(d, 300),
                   .upgrade_latency = dice_below(d, 100)};
  if (last_levels && dice_chance(d, 60)) c.ll = random_cache(d, line, 256);
  return c;
}

static void give_tlb(dice *d, mach_config *config) {
  config->dtlb.ways = dice_between(d, 1, 3);
  config->dtlb.n = config->dtlb.ways << dice_below(d, 3);
  config->page = MACH_MIN_PAGE;
  config->walk_latency = dice_below(d, 100);
}

static void give_prefetchers(dice *d, mach_config *config) {
  config->prefetch = dice_between(d, 1, (1u << MACH_PREFETCHERS) - 1);
  config->prefetch_degree = dice_between(d, 1, 3);
  config->prefetch_distance = dice_between(d, 1, 3);
}

/* Compares with the counts of the family member. */
static bool member_agrees(const sweep_tally *tally, const reference_machine *beside) {
  return memcmp(&tally->counts, coh_counts_of(beside->system, 0), sizeof tally->counts) == 0 &&
         memcmp(tally->from, beside->from, sizeof tally->from) == 0;
}

static bool family_cells_agree(sweep_group *family, unsigned machine, const reference_machine *beside) {
  sweep_cell_misses cells[CELLS];
  for (uint32_t i = 0; i < CELLS; i++) cells[i] = sweep_group_cell(family, machine, i);
  return same_cells(cells, beside);
}

static bool test_family(uint64_t seed) {
  dice d = {seed * 0x2545f4914f6cdd1d + 7};
  const uint32_t line = 16u << dice_below(&d, 4);
  const unsigned n = dice_between(&d, 1, MEMBERS);
  const bool last_levels = dice_chance(&d, 50);
  mach_config configs[MEMBERS];
  const mach_config *pointers[MEMBERS];
  reference_machine beside[MEMBERS] = {{NULL, {0}, {{0}}}};
  for (unsigned i = 0; i < n; i++) {
    configs[i] = random_member(&d, line, last_levels);
    pointers[i] = &configs[i];
    beside[i].system = coh_system_new(&configs[i]);
  }
  sweep_group *family = sweep_group_new(pointers, n, dice_chance(&d, 50));
  generator g;
  generator_begin(&g, seed, &configs[0].d1, 1);
  bool good = true;
  for (unsigned p = 0; p < PATTERNS && good; p++) {
    generator_next(&g);
    sweep_group_play(family, &g.pattern);
    for (unsigned i = 0; i < n && good; i++) {
      play_naively(&beside[i], &g.pattern, 1);
      good = family_cells_agree(family, i, &beside[i]) || fail(seed, i, p, &configs[i], "counts of cells");
      const sweep_tally tally = sweep_group_tally(family, i);
      good = good && (member_agrees(&tally, &beside[i]) || fail(seed, i, p, &configs[i], "counts"));
    }
    if (p != PATTERNS / 3) continue;
    sweep_group_zero(family);
    for (unsigned i = 0; i < n; i++) forget_counts(&beside[i]);
  }
  sweep_group_free(family);
  for (unsigned i = 0; i < n; i++) coh_system_free(beside[i].system);
  return good;
}

/* ---- engines ----------------------------------------------------------------------------------------------------- */

static void add_counts(coh_counts *to, const coh_counts *from) {
  for (unsigned i = 0; i < sizeof *to / sizeof(uint64_t); i++) ((uint64_t *)to)[i] += ((const uint64_t *)from)[i];
}

static bool result_agrees(const sweep_result *result, const reference_machine *beside) {
  coh_counts counts = {0};
  uint64_t cycles = 0;
  for (unsigned p = 0; p < PROCESSORS; p++) {
    const coh_counts *of_one = coh_counts_of(beside->system, p);
    add_counts(&counts, of_one);
    if (of_one->stall_cycles > cycles) cycles = of_one->stall_cycles;
  }
  return memcmp(&result->tally.counts, &counts, sizeof counts) == 0 &&
         memcmp(result->tally.from, beside->from, sizeof beside->from) == 0 && result->cycles == cycles;
}

/* Compares with the cells of the machine with this number. */
static bool engine_cells_agree(const sweep_engine *engine, unsigned machine, const reference_machine *beside) {
  sweep_cell_misses cells[CELLS];
  for (uint32_t i = 0; i < CELLS; i++) {
    sweep_cell_misses of_cell[MEMBERS];
    sweep_engine_cell(engine, i, of_cell);
    cells[i] = of_cell[machine];
  }
  return same_cells(cells, beside);
}

/* Compares all machines of an engine. */
static bool all_cells_agree(const sweep_engine *engine, const reference_machine *beside) {
  uint32_t n;
  const uint32_t *machines = sweep_engine_machines(engine, &n);
  bool good = true;
  for (uint32_t i = 0; i < n && good; i++) good = engine_cells_agree(engine, machines[i], &beside[machines[i]]);
  return good;
}

static void play_on_all(const sweep_engines *engines, const sweep_access_loop *pattern) {
  for (uint32_t i = 0; i < engines->n; i++) sweep_engine_play(engines->engines[i], pattern);
}

/* One processor makes all references of the first `alone` patterns. */
static bool test_engines(uint64_t seed) {
  dice d = {seed * 0x2545f4914f6cdd1d + 11};
  sweep_plan_machine machines[MEMBERS] = {{{0}, NULL}};
  sweep_plan sweep = {.machines = machines, .n_machines = dice_between(&d, 1, MEMBERS)};
  reference_machine beside[MEMBERS] = {{NULL, {0}, {{0}}}};
  const bool last_levels = dice_chance(&d, 50);
  for (unsigned i = 0; i < sweep.n_machines; i++) {
    machines[i].config = random_member(&d, 16u << dice_below(&d, 2), last_levels);
    machines[i].config.processors = PROCESSORS;
    machines[i].config.transfer_latency = dice_below(&d, 300);
    if (dice_chance(&d, 20)) machines[i].config.replacement = MACH_FIFO;
    if (dice_chance(&d, 20)) give_tlb(&d, &machines[i].config);
    if (dice_chance(&d, 20)) give_prefetchers(&d, &machines[i].config);
    machines[i].config.traffic = (seed + i) % 7 == 0;
    beside[i].system = coh_system_new(&machines[i].config);
  }
  sweep_engines engines = sweep_engines_new(&sweep, SWEEP_FAMILIES, dice_between(&d, 1, 4), NULL);
  generator g;
  generator_begin(&g, seed, &machines[0].config.d1, PROCESSORS);
  const unsigned alone = dice_below(&d, PATTERNS), first = dice_below(&d, PROCESSORS);
  const unsigned zeroed = dice_below(&d, PATTERNS);
  bool good = true;
  for (unsigned p = 0; p < PATTERNS && good; p++) {
    generator_next(&g);
    if (p < alone) g.pattern.processor = first;
    play_on_all(&engines, &g.pattern);
    for (unsigned i = 0; i < sweep.n_machines; i++) play_naively(&beside[i], &g.pattern, 1);
    sweep_result results[MEMBERS];
    const bool compares = p % COMPARE_EVERY == 0 || p == zeroed || p + 1 == PATTERNS;
    for (uint32_t i = 0; compares && i < engines.n; i++)
      sweep_engine_results(engines.engines[i], &(sweep_totals){{0}, {0}}, results);
    for (unsigned i = 0; compares && i < sweep.n_machines && good; i++)
      good = result_agrees(&results[i], &beside[i]) || fail(seed, i, p, &machines[i].config, "counts of engines");
    for (uint32_t i = 0; compares && i < engines.n && good; i++)
      good = all_cells_agree(engines.engines[i], beside) || fail(seed, i, p, &machines[0].config, "cells of an engine");
    if (p != zeroed) continue;
    for (uint32_t i = 0; i < engines.n; i++) sweep_engine_zero(engines.engines[i]);
    for (unsigned i = 0; i < sweep.n_machines; i++) forget_counts(&beside[i]);
  }
  sweep_engines_free(&engines);
  for (unsigned i = 0; i < sweep.n_machines; i++) coh_system_free(beside[i].system);
  return good;
}

/* ---- fronts ------------------------------------------------------------------------------------------------------ */

static uint64_t dropped; /* references that all fronts filtered out */

/* Makes a reference to a line without a branch. */
static void collect(sweep_mru_filter *front, uint64_t line, coh_kind kind, uint32_t cell) {
  sweep_group_batch *next = front->next;
  if (next->n == SWEEP_GROUP_BATCH) sweep_group_go(front->family);
  uint64_t *const counted = sweep_group_counts(front->family, kind, cell);
  const uint32_t before = next->n;
  next->n = sweep_mru_filter_collect(front->newest, front->mask, next, before, line, !(kind & COH_READ), counted);
  dropped += next->n == before;
}

static void pass(sweep_mru_filter *front, const sweep_reference *reference, uint32_t cell) {
  const uint64_t address = reference->address, last = address + reference->size - 1;
  const uint64_t line = address >> front->line_bits;
  if (address % 3 == 0 && last >> front->line_bits == line && line < SWEEP_USE_LINES)
    collect(front, line, reference->kind, cell);
  else if (sweep_mru_filter_is_newest(front->newest, front->mask, front->line_bits, address, last,
                                      (reference->kind & COH_READ) != 0))
    dropped++;
  else
    sweep_mru_filter_pass(front, address, last, reference->kind, cell);
}

static void pass_all(sweep_mru_filter *front, const sweep_access_loop *pattern) {
  for (uint64_t r = 0; r < pattern->repeats; r++)
    for (uint32_t i = 0; i < pattern->n; i++) {
      sweep_reference reference = pattern->references[i];
      reference.address += r * reference.stride;
      pass(front, &reference, sweep_access_loop_cell(pattern, i));
    }
}

/* The family does not count the references that a front passes to it. */
static bool front_agrees(sweep_engine *engine, unsigned machine, const reference_machine *beside) {
  sweep_result results[MEMBERS];
  sweep_engine_results(engine, &(sweep_totals){{0}, {0}}, results);
  coh_counts *counts = &results[machine].tally.counts;
  counts->reads = counts->writes = 0;
  for (unsigned p = 0; p < PROCESSORS; p++) {
    counts->reads += coh_counts_of(beside->system, p)->reads;
    counts->writes += coh_counts_of(beside->system, p)->writes;
  }
  return result_agrees(&results[machine], beside);
}

/* From pattern number `alone` on, another processor makes references, too. */
static bool test_front(uint64_t seed) {
  dice d = {seed * 0x2545f4914f6cdd1d + 13};
  const uint32_t line = 16u << dice_below(&d, 3);
  sweep_plan_machine machines[MEMBERS] = {{{0}, NULL}};
  sweep_plan sweep = {.machines = machines, .n_machines = dice_between(&d, 1, MEMBERS)};
  reference_machine beside[MEMBERS] = {{NULL, {0}, {{0}}}};
  const bool last_levels = dice_chance(&d, 50), direct = dice_chance(&d, 20);
  for (unsigned i = 0; i < sweep.n_machines; i++) {
    machines[i].config = random_member(&d, line, last_levels);
    machines[i].config.processors = PROCESSORS;
    mach_geometry *d1 = &machines[i].config.d1;
    if (!direct && d1->ways == 1) *d1 = (mach_geometry){.size = 2 * d1->size, .ways = 2, .line = line};
    d1->size *= 32;
    beside[i].system = coh_system_new(&machines[i].config);
  }
  sweep_engines engines = sweep_engines_new(&sweep, SWEEP_FAMILIES, 1, NULL);
  sweep_engine *engine = engines.engines[0];
  sweep_mru_filter front = {0};
  generator g;
  generator_begin(&g, seed, &machines[0].config.d1, 1);
  const unsigned alone = dice_below(&d, 2 * PATTERNS);
  if (alone > 0) sweep_mru_filter_init(&front, sweep_engine_lend(engine, 0));
  bool good = true;
  for (unsigned p = 0; p < PATTERNS && good; p++) {
    generator_next(&g);
    g.pattern.processor = p < alone ? 0 : dice_below(&d, 2);
    if (p < alone)
      pass_all(&front, &g.pattern);
    else
      sweep_engine_play(engine, &g.pattern);
    for (unsigned i = 0; i < sweep.n_machines; i++) play_naively(&beside[i], &g.pattern, 1);
    if (p % COMPARE_EVERY != 0) continue;
    for (unsigned i = 0; i < sweep.n_machines && good; i++)
      good = front_agrees(engine, i, &beside[i]) || fail(seed, i, p, &machines[i].config, "counts behind a front");
    good = good && (all_cells_agree(engine, beside) || fail(seed, 0, p, &machines[0].config, "cells behind a front"));
  }
  sweep_engines_free(&engines);
  for (unsigned i = 0; i < sweep.n_machines; i++) coh_system_free(beside[i].system);
  return good;
}

/* ---- how long references stay in their lines --------------------------------------------------------------------- */

static bool same_lines(const sweep_access_loop *pattern, unsigned line_bits, uint64_t a, uint64_t b) {
  for (uint32_t i = 0; i < pattern->n; i++) {
    const sweep_reference *r = &pattern->references[i];
    const uint64_t at_a = r->address + a * r->stride, at_b = r->address + b * r->stride;
    if (at_a >> line_bits != at_b >> line_bits) return false;
    if ((at_a + r->size - 1) >> line_bits != (at_b + r->size - 1) >> line_bits) return false;
  }
  return true;
}

/* Repetitions that the function states to be equal must be equal; the next one must not be, unless something moves by
 * whole lines (which may return to the same line). */
static bool test_stay(uint64_t seed) {
  generator g;
  const unsigned line_bits = 4 + seed % 5;
  generator_begin(&g, seed, &(mach_geometry){.size = 4096, .ways = 4, .line = 1u << line_bits}, 1);
  for (unsigned i = 0; i < PATTERNS; i++) {
    generator_next(&g);
    sweep_stay stay;
    sweep_stay_begin(&stay, &g.pattern, line_bits);
    for (uint64_t r = 0; r < g.pattern.repeats; r++) {
      const uint64_t more = sweep_stay_after(&stay, &g.pattern, line_bits, r);
      bool good = r + more < g.pattern.repeats;
      for (uint64_t s = 1; s <= more && good; s++) good = same_lines(&g.pattern, line_bits, r, r + s);
      if (good && !stay.moves && r + more + 1 < g.pattern.repeats)
        good = !same_lines(&g.pattern, line_bits, r, r + more + 1);
      if (!good) {
        printf("FAILED: seed %" PRIu64 ": pattern %u, repetition %" PRIu64 ": %" PRIu64 " more\n", seed, i, r, more);
        return false;
      }
      if (more > most_skipped) most_skipped = more;
      r += more * (seed % 2);
    }
  }
  return true;
}

/* Calls a test with the seeds of a part: 1 to n, or only the seed of the option. */
static bool test_seeds(bool (*test)(uint64_t seed), uint64_t n, uint64_t alone) {
  if (alone != 0) return alone > n || test(alone);
  bool good = true;
  for (uint64_t seed = 1; seed <= n && good; seed++) good = test(seed);
  return good;
}

int main(int argc, char **argv) {
  const uint64_t alone = argc == 3 && strcmp(argv[1], "--seed") == 0 ? strtoull(argv[2], NULL, 0) : 0;
  if (argc > 1 && alone == 0) {
    fprintf(stderr, "usage: test_patterns [--seed S]\n");
    return 2;
  }
  if (!test_seeds(test_stay, STAYS, alone) || !test_seeds(test_played, PLAYED, alone) ||
      !test_seeds(test_family, FAMILIES, alone) || !test_seeds(test_engines, ENGINES, alone) ||
      !test_seeds(test_front, FRONTS, alone))
    return 1;
  if (plat_test_outstanding() != 0) return printf("FAILED: blocks were not freed\n"), 1;
  if (alone != 0) return 0;
  if (dropped < 10000) return printf("FAILED: fronts drop nothing\n"), 1;
  if (most_skipped < 20) return printf("FAILED: no references that stay\n"), 1;
  printf("%d machines, %d families, %d sweeps, %d fronts: all counts equal\n", PLAYED, FAMILIES, ENGINES, FRONTS);
  return 0;
}
