/* ui_sweep_engine.c: see ui_sweep_engine.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/replay/ui_sweep_engine.h"

#include "bins/bin_format.h"

struct UiSweepEngine {
  const UiSweepPlan *plan;
  unsigned *machines; /* numbers in the plan */
  unsigned n;
  coh_family *family; /* NULL: there is one machine, which is simulated */
  coh_system *system;
  coh_played played;
};

static void free_engine(gpointer data) {
  UiSweepEngine *engine = data;
  if (engine->family != NULL) coh_family_free(engine->family);
  if (engine->system != NULL) coh_system_free(engine->system);
  coh_played_clear(&engine->played);
  g_free(engine->machines);
  g_free(engine);
}

/* ---- playing ----------------------------------------------------------------------------------------------------- */

static void play_family(UiSweepEngine *engine, const UiStep *step) {
  if (step->kind == UI_STEP_ZERO)
    coh_family_zero(engine->family);
  else if (step->kind == UI_STEP_PLAY && step->pattern.n > 0)
    coh_family_play(engine->family, &step->pattern);
}

static void play_system(UiSweepEngine *engine, const UiStep *step) {
  coh_system *system = engine->system;
  const unsigned processor = step->pattern.processor;
  switch (step->kind) {
    case UI_STEP_PLAY: coh_play(system, &step->pattern, &engine->played); break;
    case UI_STEP_IDLE: coh_set_now(system, processor, coh_now(system, processor) + step->cycles); break;
    case UI_STEP_ZERO:
      coh_counts_zero(system);
      coh_played_zero(&engine->played);
      break;
  }
}

void ui_sweep_engine_play(UiSweepEngine *engine, const UiSteps *steps) {
  for (unsigned i = 0; i < steps->n; i++)
    if (engine->family != NULL)
      play_family(engine, &steps->steps[i]);
    else
      play_system(engine, &steps->steps[i]);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static void add_counts(UiCounts *to, const coh_counts *from) {
#define ADD(unused, name) to->name += from->name;
  BIN_ALL_COUNTS(ADD, )
#undef ADD
}

static uint64_t cycles_of(const UiStepTotals *totals, unsigned processor, const coh_config *config, uint64_t stall) {
  return totals->instructions[processor] * config->cpi + stall + totals->idle_cycles[processor];
}

/* The one processor of a family is the only one that did anything. */
static UiSweepResult family_result(const UiSweepEngine *engine, unsigned i, const UiStepTotals *totals) {
  const coh_config *config = &engine->plan->machines[engine->machines[i]].config;
  const coh_tally tally = coh_family_tally(engine->family, i);
  UiSweepResult result = {0};
  add_counts(&result.counts, &tally.counts);
  for (unsigned j = 0; j < COH_SOURCES; j++) result.from[j] = tally.from[j];
  for (unsigned p = 0; p < COH_MAX_PROCESSORS; p++)
    if (totals->instructions[p] != 0 || totals->idle_cycles[p] != 0)
      result.cycles = MAX(result.cycles, cycles_of(totals, p, config, tally.counts.stall_cycles));
  return result;
}

static UiSweepResult system_result(const UiSweepEngine *engine, const UiStepTotals *totals) {
  const coh_config *config = &engine->plan->machines[engine->machines[0]].config;
  UiSweepResult result = {0};
  for (unsigned p = 0; p < config->processors; p++) {
    const coh_counts *counts = coh_counts_of(engine->system, p);
    add_counts(&result.counts, counts);
    result.cycles = MAX(result.cycles, cycles_of(totals, p, config, counts->stall_cycles));
  }
  for (unsigned i = 0; i < COH_SOURCES; i++) result.from[i] = engine->played.from[i];
  return result;
}

void ui_sweep_engine_results(const UiSweepEngine *engine, const UiStepTotals *totals, UiSweepResult *results) {
  for (unsigned i = 0; i < engine->n; i++)
    results[engine->machines[i]] = engine->family != NULL ? family_result(engine, i, totals)
                                                          : system_result(engine, totals);
}

void ui_sweep_engine_cell(const UiSweepEngine *engine, uint32_t cell, coh_cell_misses *misses) {
  for (unsigned i = 0; i < engine->n; i++)
    misses[engine->machines[i]] = engine->family != NULL ? coh_family_cell(engine->family, i, cell)
                                                         : coh_played_cell(&engine->played, cell);
}

/* ---- which machines are simulated together ----------------------------------------------------------------------- */

static uint64_t sets_of(const coh_config *config) { return config->d1.size / config->d1.ways / config->d1.line; }

/* Machines of a plan that can be a family: by line size, then by sets. */
static gint compare(gconstpointer a, gconstpointer b, gpointer plan) {
  const UiSweepMachine *machines = ((const UiSweepPlan *)plan)->machines;
  const unsigned i = *(const unsigned *)a, j = *(const unsigned *)b;
  const coh_config *x = &machines[i].config, *y = &machines[j].config;
  if (x->d1.line != y->d1.line) return x->d1.line < y->d1.line ? -1 : 1;
  if (sets_of(x) != sets_of(y)) return sets_of(x) < sets_of(y) ? -1 : 1;
  return i < j ? -1 : 1;
}

static UiSweepEngine *new_engine(const UiSweepPlan *plan, const unsigned *machines, unsigned n, bool is_family) {
  UiSweepEngine *engine = g_new0(UiSweepEngine, 1);
  *engine = (UiSweepEngine){.plan = plan, .machines = g_memdup2(machines, n * sizeof *machines), .n = n};
  if (!is_family) {
    engine->system = coh_system_new(&plan->machines[*machines].config);
    return engine;
  }
  g_autofree const coh_config **configs = g_new(const coh_config *, n);
  for (unsigned i = 0; i < n; i++) configs[i] = &plan->machines[machines[i]].config;
  engine->family = coh_family_new(configs, n);
  return engine;
}

/* A row of machines that are to be one family. */
typedef struct {
  unsigned first, n;
} Group;

/* Where a group can be cut in two, with about as many numbers of sets on either side; 0: nowhere. */
static unsigned middle_of(const UiSweepPlan *plan, const unsigned *order, Group group) {
  unsigned best = 0;
  for (unsigned i = 1; i < group.n; i++) {
    const unsigned at = group.first + i;
    if (sets_of(&plan->machines[order[at]].config) == sets_of(&plan->machines[order[at - 1]].config)) continue;
    if (best == 0 || i <= group.n / 2) best = i;
  }
  return best;
}

/* Cuts groups until there are as many as wanted, the largest first. */
static void cut_groups(const UiSweepPlan *plan, const unsigned *order, GArray *groups, unsigned wanted) {
  while (groups->len < wanted) {
    Group *largest = NULL;
    unsigned cut = 0;
    for (guint i = 0; i < groups->len; i++) {
      Group *group = &g_array_index(groups, Group, i);
      const unsigned middle = middle_of(plan, order, *group);
      if (middle == 0 || (largest != NULL && group->n <= largest->n)) continue;
      largest = group;
      cut = middle;
    }
    if (largest == NULL) return;
    const Group rest = {largest->first + cut, largest->n - cut};
    largest->n = cut;
    g_array_append_val(groups, rest);
  }
}

/* Rows of one line size. */
static GArray *group_by_line(const UiSweepPlan *plan, const unsigned *order, unsigned n) {
  GArray *groups = g_array_new(FALSE, FALSE, sizeof(Group));
  for (unsigned first = 0, end; first < n; first = end) {
    const uint32_t line = plan->machines[order[first]].config.d1.line;
    for (end = first + 1; end < n && plan->machines[order[end]].config.d1.line == line;) end++;
    g_array_append_val(groups, ((Group){first, end - first}));
  }
  return groups;
}

GPtrArray *ui_sweep_engines(const UiSweepPlan *plan, unsigned busy, unsigned wanted) {
  GPtrArray *engines = g_ptr_array_new_with_free_func(free_engine);
  g_autofree unsigned *order = g_new(unsigned, plan->n_machines);
  unsigned n = 0;
  for (unsigned i = 0; i < plan->n_machines; i++)
    if (busy <= 1 && coh_family_takes(&plan->machines[i].config))
      order[n++] = i;
    else
      g_ptr_array_add(engines, new_engine(plan, &i, 1, false));
  g_qsort_with_data(order, (gint)n, sizeof *order, compare, (gpointer)plan);
  g_autoptr(GArray) groups = group_by_line(plan, order, n);
  cut_groups(plan, order, groups, wanted > engines->len ? wanted - engines->len : 0);
  for (guint i = 0; i < groups->len; i++) {
    const Group group = g_array_index(groups, Group, i);
    g_ptr_array_add(engines, new_engine(plan, order + group.first, group.n, true));
  }
  return engines;
}
