/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_placements.c: simulates random addresses. If the median of the data's replacement stall is below half of the
 * original stall, the original addresses were unlucky. Then the data conflicted with other data in cache sets only by
 * chance. */
#include "ui/whatif/whatif_placements.h"

#include <string.h>

#include "bins/bin_table.h"
#include "ui/analysis/analysis_stall.h"

/* The trace, and the parameters of its replay. */
typedef struct {
  const EventsTraceFile *file;
  const Replay *replay;
} Source;

static bool is_movable(const ProfileBin *bin) {
  return strcmp(bin->kind, bin_kind_name(BIN_HEAP)) == 0 || strcmp(bin->kind, bin_kind_name(BIN_MMAP)) == 0;
}

/* Returns plans that move all mappings, and all heap blocks that are not small, to random addresses. */
static WhatifPlans scatter_all(const Profile *tables, GRand *random) {
  GArray *made = g_array_new(FALSE, FALSE, sizeof(WhatifPlan));
  WhatifPlans plans = {.texts = g_ptr_array_new_with_free_func(g_free)};
  for (uint32_t bin = 0; bin < tables->n_bins; bin++) {
    const WhatifPlan plan = {.bin = bin, .least = WHATIF_SMALL, .yields = true, .site = {.scatter = random}};
    if (!is_movable(&tables->bins[bin])) continue;
    g_array_append_val(made, plan);
    g_ptr_array_add(plans.texts, g_strdup("--placements"));
  }
  plans.n = made->len;
  plans.plans = (WhatifPlan *)(void *)g_array_free(made, FALSE);
  return plans;
}

static Profile *simulate(void *closure, uint32_t seed, GError **error) {
  const Source *source = closure;
  if (seed == 0) return whatif_profile(source->file, source->replay, &(WhatifDifference){0}, error);
  GRand *random = g_rand_new_with_seed(seed);
  WhatifPlans plans = scatter_all(source->file->tables, random);
  Profile *profile = whatif_profile(source->file, source->replay, &(WhatifDifference){.plans = &plans}, error);
  whatif_plans_clear(&plans);
  g_rand_free(random);
  return profile;
}

static void add_data(WhatifOutcome *outcome, const View *view) {
  const AnalysisLatencies latencies = analysis_stall_latencies(view->profile);
  for (uint32_t rank = 0; rank < view_size(view, VIEW_DATA); rank++) {
    const ViewItem *item = view_item(view, VIEW_DATA, rank);
    whatif_outcome_add(outcome, item->name, NULL, NULL, analysis_stall_split(&latencies, &item->counts).replacement);
  }
}

static const WhatifVaryWords words = {.times = "placements",
                                      .title = "DATA, stall of replacement misses",
                                      .parts = "data",
                                      .stall = "replacement_stall_cycles",
                                      .luck = "depends on its address",
                                      .is_luck = "depends_on_place"};

bool whatif_placements(WhatifVariation *variation, const EventsTraceFile *file, char *const *given, uint32_t n,
                       GError **error) {
  static const WhatifVary vary = {&words, simulate, add_data};
  WhatifMachine machine;
  Source source = {file, &machine.replay};
  *variation = (WhatifVariation){0};
  const bool good = whatif_machine_make(&machine, file, given, error) &&
                    whatif_vary(variation, &vary, &source, n, error);
  whatif_machine_free(&machine);
  return good;
}
