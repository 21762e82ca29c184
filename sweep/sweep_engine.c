/* sweep_engine.c: see sweep_engine.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "sweep/sweep_engine.h"

#include "plat/plat.h"

/* A machine that is simulated separately, not in a stack group. */
typedef struct {
  coh_system *system;
  sweep_played played;
  sweep_tally before; /* counts that the machine had when it left the group, without the counts by cell */
} lone;

struct sweep_engine {
  const sweep_plan *sweep;
  uint32_t *machines; /* indices of this engine's machines in `sweep` */
  uint32_t n;
  sweep_group *family; /* the stack group of the machines; NULL: each machine is simulated separately */
  lone *lones;         /* the separately simulated machines; NULL while there is a group */
  bool is_used;        /* whether a processor has already made references in the group */
  uint32_t processor;
};

static const mach_config *config_of(const sweep_engine *engine, uint32_t i) {
  return &engine->sweep->machines[engine->machines[i]].config;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

static sweep_engine *new_engine(const sweep_plan *sweep, const uint32_t *machines, uint32_t n,
                                sweep_families families) {
  sweep_engine *engine = plat_alloc(sizeof *engine);
  *engine = (sweep_engine){.sweep = sweep, .machines = plat_alloc(n * sizeof *machines), .n = n};
  for (uint32_t i = 0; i < n; i++) engine->machines[i] = machines[i];
  if (families == SWEEP_NO_FAMILIES) {
    engine->lones = plat_alloc(n * sizeof *engine->lones);
    for (uint32_t i = 0; i < n; i++) engine->lones[i].system = coh_system_new(config_of(engine, i));
    return engine;
  }
  const mach_config **configs = plat_alloc(n * sizeof *configs);
  for (uint32_t i = 0; i < n; i++) configs[i] = config_of(engine, i);
  engine->family = sweep_group_new(configs, n, families == SWEEP_FAMILIES);
  plat_free(configs);
  return engine;
}

static void free_engine(sweep_engine *engine) {
  if (engine->family) sweep_group_free(engine->family);
  for (uint32_t i = 0; engine->lones && i < engine->n; i++) {
    coh_system_free(engine->lones[i].system);
    sweep_played_clear(&engine->lones[i].played);
  }
  plat_free(engine->lones);
  plat_free(engine->machines);
  plat_free(engine);
}

const uint32_t *sweep_engine_machines(const sweep_engine *engine, uint32_t *n) {
  *n = engine->n;
  return engine->machines;
}

sweep_group *sweep_engine_family(const sweep_engine *engine) { return engine->family; }

/* ---- playing ----------------------------------------------------------------------------------------------------- */

/* Copies a machine's counts by cell from the group to the separate machine. */
static void keep_cells(const sweep_engine *engine, uint32_t i) {
  const uint32_t n = sweep_group_cells(engine->family);
  for (uint32_t cell = 0; cell < n; cell++) {
    const sweep_cell_misses misses = sweep_group_cell(engine->family, i, cell);
    sweep_played_add_cell(&engine->lones[i].played, cell, &misses);
  }
}

sweep_group *sweep_engine_lend(sweep_engine *engine, uint32_t processor) {
  /* Splits the group into separate machines, because a second processor makes references. */
  if (engine->family && engine->is_used && engine->processor != processor) {
    engine->lones = plat_alloc(engine->n * sizeof *engine->lones);
    for (uint32_t i = 0; i < engine->n; i++) {
      engine->lones[i].before = sweep_group_tally(engine->family, i);
      keep_cells(engine, i);
      engine->lones[i].system = sweep_group_take_out(engine->family, i, engine->processor);
    }
    sweep_group_free(engine->family);
    engine->family = NULL;
  }
  if (!engine->family) return NULL;
  engine->is_used = true;
  engine->processor = processor;
  return engine->family;
}

/* Returns whether the stack group can simulate an access loop. If not, the machines are simulated separately. */
static bool family_plays(sweep_engine *engine, const sweep_access_loop *pattern) {
  if (!engine->family) return false;
  if (pattern->n == 0) return true;
  sweep_group *family = sweep_engine_lend(engine, pattern->processor);
  if (family) sweep_group_play(family, pattern);
  return family;
}

void sweep_engine_play(sweep_engine *engine, const sweep_access_loop *pattern) {
  if (family_plays(engine, pattern)) return;
  for (uint32_t i = 0; i < engine->n; i++) sweep_simulate(engine->lones[i].system, pattern, &engine->lones[i].played);
}

void sweep_engine_idle(sweep_engine *engine, unsigned processor, uint64_t cycles) {
  for (uint32_t i = 0; engine->lones && i < engine->n; i++) {
    coh_system *system = engine->lones[i].system;
    coh_set_now(system, processor, coh_now(system, processor) + cycles);
  }
}

void sweep_engine_zero(sweep_engine *engine) {
  if (engine->family) sweep_group_zero(engine->family);
  for (uint32_t i = 0; engine->lones && i < engine->n; i++) {
    coh_counts_zero(engine->lones[i].system);
    sweep_played_zero(&engine->lones[i].played);
    engine->lones[i].before = (sweep_tally){0};
  }
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static void note_cycles(sweep_result *result, const sweep_totals *totals, unsigned processor, const mach_config *config,
                        uint64_t stall) {
  const uint64_t cycles = mach_cycles(config, totals->instructions[processor]) + stall + totals->idle_cycles[processor];
  if (cycles > result->cycles) result->cycles = cycles;
}

/* Returns the result of machine i of the group. Only the processor whose references the group simulates has stalls. */
static sweep_result family_result(const sweep_engine *engine, uint32_t i, const sweep_totals *totals) {
  sweep_result result = {.tally = sweep_group_tally(engine->family, i)};
  for (unsigned p = 0; p < MACH_MAX_PROCESSORS; p++)
    if (p == engine->processor || totals->instructions[p] != 0 || totals->idle_cycles[p] != 0)
      note_cycles(&result, totals, p, config_of(engine, i),
                  p == engine->processor ? result.tally.counts.stall_cycles : 0);
  return result;
}

static sweep_result lone_result(const sweep_engine *engine, uint32_t i, const sweep_totals *totals) {
  const lone *one = &engine->lones[i];
  sweep_result result = {.tally = one->before};
  for (unsigned p = 0; p < config_of(engine, i)->processors; p++) {
    const coh_counts *counts = coh_counts_of(one->system, p);
    const uint64_t before = p == engine->processor ? one->before.counts.stall_cycles : 0;
    coh_counts_add(&result.tally.counts, counts);
    note_cycles(&result, totals, p, config_of(engine, i), before + counts->stall_cycles);
  }
  for (unsigned j = 0; j < SWEEP_SOURCES; j++) result.tally.from[j] += one->played.from[j];
  return result;
}

void sweep_engine_results(const sweep_engine *engine, const sweep_totals *totals, sweep_result *results) {
  for (uint32_t i = 0; i < engine->n; i++)
    results[engine->machines[i]] = engine->family ? family_result(engine, i, totals) : lone_result(engine, i, totals);
}

void sweep_engine_cell(const sweep_engine *engine, uint32_t cell, sweep_cell_misses *misses) {
  for (uint32_t i = 0; i < engine->n; i++)
    misses[engine->machines[i]] = engine->family ? sweep_group_cell(engine->family, i, cell)
                                                 : sweep_played_cell(&engine->lones[i].played, cell);
}

/* ---- assignment of machines to groups ---------------------------------------------------------------------------- */

static uint64_t sets_of(const mach_config *config) { return config->d1.size / config->d1.ways / config->d1.line; }

/* Compares two machines for the order in which groups are formed: by line size, then by number of sets. */
static bool is_before(const mach_config *a, const mach_config *b) {
  return a->d1.line != b->d1.line ? a->d1.line < b->d1.line : sets_of(a) < sets_of(b);
}

static void insert(const sweep_plan *sweep, uint32_t *order, uint32_t n, uint32_t machine) {
  const mach_config *config = &sweep->machines[machine].config;
  for (; n > 0 && is_before(config, &sweep->machines[order[n - 1]].config); n--) order[n] = order[n - 1];
  order[n] = machine;
}

/* A range of machines that will form one stack group. */
typedef struct {
  uint32_t first, n;
} group;

/* All ranges of machines, in the order of is_before(). */
typedef struct {
  const sweep_plan *sweep;
  uint32_t *order;
  group *groups;
  uint32_t n;
} grouping;

static const mach_config *config_at(const grouping *g, uint32_t at) { return &g->sweep->machines[g->order[at]].config; }

/* Returns the index at which a range is best cut into halves. The cut separates machines with different numbers of
 * sets. 0: there is no such index. */
static uint32_t middle_of(const grouping *g, group whole) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < whole.n; i++) {
    if (sets_of(config_at(g, whole.first + i)) == sets_of(config_at(g, whole.first + i - 1))) continue;
    if (best == 0 || i <= whole.n / 2) best = i;
  }
  return best;
}

/* Cuts the largest ranges until there are `wanted` ranges, or none can be cut. */
static void cut_groups(grouping *g, uint32_t wanted) {
  while (g->n < wanted) {
    group *largest = NULL;
    uint32_t cut = 0;
    for (uint32_t i = 0; i < g->n; i++) {
      const uint32_t middle = middle_of(g, g->groups[i]);
      if (middle == 0 || (largest && g->groups[i].n <= largest->n)) continue;
      largest = &g->groups[i];
      cut = middle;
    }
    if (!largest) return;
    g->groups[g->n++] = (group){largest->first + cut, largest->n - cut};
    largest->n = cut;
  }
}

/* Selects the engines that belong to a part of the sweep. */
typedef struct {
  sweep_engines *engines;
  const sweep_part *part;
  uint32_t all; /* number of the engines that were assigned to a part so far */
} making;

static void make_engine(making *m, const sweep_plan *sweep, const uint32_t *machines, uint32_t n,
                        sweep_families families) {
  if (m->all++ % m->part->of != m->part->number) return;
  m->engines->engines[m->engines->n++] = new_engine(sweep, machines, n, families);
}

sweep_engines sweep_engines_new(const sweep_plan *sweep, sweep_families families, uint32_t wanted,
                                const sweep_part *part) {
  sweep_engines engines = {.engines = plat_alloc(sweep->n_machines * sizeof *engines.engines)};
  grouping g = {.sweep = sweep,
                .order = plat_alloc(sweep->n_machines * sizeof *g.order),
                .groups = plat_alloc(sweep->n_machines * sizeof *g.groups)};
  making m = {.engines = &engines, .part = part ? part : &(sweep_part){0, 1, NULL}};
  uint32_t n = 0;
  for (uint32_t i = 0; i < sweep->n_machines; i++) {
    if (m.part->excluded && m.part->excluded[i]) continue;
    if (families != SWEEP_NO_FAMILIES && sweep_group_takes(&sweep->machines[i].config))
      insert(sweep, g.order, n++, i);
    else
      make_engine(&m, sweep, &i, 1, SWEEP_NO_FAMILIES);
  }
  for (uint32_t first = 0, end; first < n; first = end) {
    for (end = first + 1; end < n && config_at(&g, end)->d1.line == config_at(&g, first)->d1.line;) end++;
    g.groups[g.n++] = (group){first, end - first};
  }
  wanted *= m.part->of;
  cut_groups(&g, wanted > m.all ? wanted - m.all : 0);
  for (uint32_t i = 0; i < g.n; i++) make_engine(&m, sweep, g.order + g.groups[i].first, g.groups[i].n, families);
  plat_free(g.groups);
  plat_free(g.order);
  return engines;
}

void sweep_engines_free(sweep_engines *engines) {
  for (uint32_t i = 0; i < engines->n; i++) free_engine(engines->engines[i]);
  plat_free(engines->engines);
  *engines = (sweep_engines){0};
}
