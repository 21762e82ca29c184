/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/whatif/ui_whatif_schedules.h"

#include "ui/analysis/ui_stall.h"
#include "ui/base/ui_error.h"
#include "ui/model/ui_cells.h"

/* The trace, its replay and changes. */
typedef struct {
  const UiTraceFile *file;
  const UiReplay *replay;
  const UiWhatifPlans *plans;
} Source;

static bool has_order(const UiProfile *profile) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < profile->n_processors; i++) n += ui_counts_references(&profile->processors[i].counts) != 0;
  return n > 1;
}

/* Simulates with a copy of the plans, because a replay stores its results in them. */
static UiProfile *simulate_anew(const Source *source, uint32_t seed, GError **error) {
  UiWhatifPlans plans = *source->plans;
  const UiWhatifDifference difference = {plans.n != 0 ? &plans : NULL, seed};
  g_autofree UiWhatifPlan *own = g_memdup2(plans.plans, plans.n * sizeof *own);
  plans.plans = own;
  return ui_whatif_profile(source->file, source->replay, &difference, error);
}

static UiProfile *simulate(void *closure, uint32_t seed, GError **error) {
  const Source *source = closure;
  UiProfile *profile = simulate_anew(source, seed, error);
  if (seed != 0 || profile == NULL || has_order(profile)) return profile;
  ui_error_option(error,
                  "--schedules: %s: one processor made all references, so they have only one order; allowed are traces "
                  "of threads on several processors",
                  source->file->path);
  ui_profile_free(profile);
  return NULL;
}

static void add_cell(UiWhatifOutcome *outcome, const UiView *view, const UiLatencies *latencies,
                     const UiMatrixCell *cell) {
  const UiStall stall = ui_stall_split(latencies, &cell->counts);
  const struct {
    const char *cause;
    double stall;
  } causes[] = {{"1st reference", stall.cold},        {"replacement", stall.replacement},
                {"true sharing", stall.true_sharing}, {"false sharing", stall.false_sharing},
                {"upgrades", stall.upgrades},         {"remote memory", stall.remote},
                {"translation", stall.translation}};
  for (guint i = 0; i < G_N_ELEMENTS(causes); i++)
    ui_whatif_outcome_add(outcome, ui_view_item(view, UI_DATA, cell->column)->name,
                          ui_view_item(view, UI_CODE, cell->row)->name, causes[i].cause, causes[i].stall);
}

static void add_cells(UiWhatifOutcome *outcome, const UiView *view) {
  const UiLatencies latencies = ui_stall_latencies(view->profile);
  UiCells *cells = ui_cells_new(view->profile, view->axes[UI_CODE].rank_of, ui_view_size(view, UI_CODE),
                                view->axes[UI_DATA].rank_of, ui_view_size(view, UI_DATA));
  for (uint32_t row = 0; row < ui_view_size(view, UI_CODE); row++) {
    uint32_t n;
    const UiMatrixCell *of_row = ui_cells_row(cells, row, &n);
    for (uint32_t i = 0; i < n; i++) add_cell(outcome, view, &latencies, &of_row[i]);
  }
  ui_cells_free(cells);
}

static const UiWhatifVaryWords words = {.times = "schedules",
                                        .title = "CAUSE: DATA in CODE, stall",
                                        .parts = "cells",
                                        .stall = "stall_cycles",
                                        .luck = "depends on the order of the threads",
                                        .is_luck = "depends_on_order"};

/* Refuses a machine with a bus. A bus serves misses in the order of the clocks, which the random orders do not follow.
 */
static bool has_no_bus(const coh_config *machine, GError **error) {
  return !machine->contention ||
         ui_error_option(error,
                         "--schedules: with contention, a bus serves misses in the order of the clocks, which random "
                         "orders do not follow; allowed are machines with --contention=no");
}

bool ui_whatif_schedules(UiWhatifVariation *variation, const UiTraceFile *file, const UiWhatifPlans *plans,
                         char *const *given, uint32_t n, GError **error) {
  static const UiWhatifVary vary = {&words, simulate, add_cells};
  UiWhatifMachine machine;
  Source source = {file, &machine.replay, plans};
  *variation = (UiWhatifVariation){0};
  const bool good = ui_whatif_machine_make(&machine, file, given, error) && has_no_bus(&machine.config, error) &&
                    ui_whatif_plans_check(plans, &machine.config, error) &&
                    ui_whatif_vary(variation, &vary, &source, n, error);
  ui_whatif_machine_free(&machine);
  return good;
}
