/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/whatif/whatif_schedules.h"

#include "ui/analysis/analysis_stall.h"
#include "ui/base/ui_error.h"
#include "ui/view/view_cells.h"

/* The trace, the parameters of its replay, and the changes. */
typedef struct {
  const EventsTraceFile *file;
  const Replay *replay;
  const WhatifPlans *plans;
} Source;

static bool has_order(const Profile *profile) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < profile->n_processors; i++)
    n += profile_counts_references(&profile->processors[i].counts) != 0;
  return n > 1;
}

/* Simulates the trace with a copy of the plans, because a replay stores its results in the plans. */
static Profile *simulate_anew(const Source *source, uint32_t seed, GError **error) {
  WhatifPlans plans = *source->plans;
  const WhatifDifference difference = {plans.n != 0 ? &plans : NULL, seed};
  g_autofree WhatifPlan *own = g_memdup2(plans.plans, plans.n * sizeof *own);
  plans.plans = own;
  return whatif_profile(source->file, source->replay, &difference, error);
}

static Profile *simulate(void *closure, uint32_t seed, GError **error) {
  const Source *source = closure;
  Profile *profile = simulate_anew(source, seed, error);
  if (seed != 0 || profile == NULL || has_order(profile)) return profile;
  ui_error_option(error,
                  "--schedules: %s: one processor made all references, so they have only one order; allowed are traces "
                  "of threads on several processors",
                  source->file->path);
  profile_free(profile);
  return NULL;
}

static void add_cell(WhatifOutcome *outcome, const View *view, const AnalysisLatencies *latencies,
                     const ViewMatrixCell *cell) {
  const AnalysisStall stall = analysis_stall_split(latencies, &cell->counts);
  const struct {
    const char *cause;
    double stall;
  } causes[] = {{"1st reference", stall.cold},        {"replacement", stall.replacement},
                {"true sharing", stall.true_sharing}, {"false sharing", stall.false_sharing},
                {"upgrades", stall.upgrades},         {"remote memory", stall.remote},
                {"translation", stall.translation}};
  for (guint i = 0; i < G_N_ELEMENTS(causes); i++)
    whatif_outcome_add(outcome, view_item(view, VIEW_DATA, cell->column)->name,
                       view_item(view, VIEW_CODE, cell->row)->name, causes[i].cause, causes[i].stall);
}

static void add_cells(WhatifOutcome *outcome, const View *view) {
  const AnalysisLatencies latencies = analysis_stall_latencies(view->profile);
  ViewCells *cells = view_cells_new(view->profile, view->axes[VIEW_CODE].rank_of, view_size(view, VIEW_CODE),
                                    view->axes[VIEW_DATA].rank_of, view_size(view, VIEW_DATA));
  for (uint32_t row = 0; row < view_size(view, VIEW_CODE); row++) {
    uint32_t n;
    const ViewMatrixCell *of_row = view_cells_row(cells, row, &n);
    for (uint32_t i = 0; i < n; i++) add_cell(outcome, view, &latencies, &of_row[i]);
  }
  view_cells_free(cells);
}

static const WhatifVaryWords words = {.times = "schedules",
                                      .title = "CAUSE: DATA in CODE, stall",
                                      .parts = "cells",
                                      .stall = "stall_cycles",
                                      .luck = "depends on the order of the threads",
                                      .is_luck = "depends_on_order"};

/* Rejects a machine with a bus. A bus serves misses in the order of the processors' clocks, but random orders do not
 * follow these clocks. */
static bool has_no_bus(const mach_config *machine, GError **error) {
  return !mach_config_has_queues(machine) ||
         ui_error_option(error,
                         "--schedules: with contention or a limited bandwidth, misses are served in the order of the "
                         "clocks, which random orders do not follow; allowed are machines with --contention=no, "
                         "--memory-bandwidth=none and --processor-bandwidth=none");
}

bool whatif_schedules(WhatifVariation *variation, const EventsTraceFile *file, const WhatifPlans *plans,
                      char *const *given, uint32_t n, GError **error) {
  static const WhatifVary vary = {&words, simulate, add_cells};
  WhatifMachine machine;
  Source source = {file, &machine.replay, plans};
  *variation = (WhatifVariation){0};
  const bool good = whatif_machine_make(&machine, file, given, error) && has_no_bus(&machine.config, error) &&
                    whatif_plans_check(plans, &machine.config, error) &&
                    whatif_vary(variation, &vary, &source, n, error);
  whatif_machine_free(&machine);
  return good;
}
