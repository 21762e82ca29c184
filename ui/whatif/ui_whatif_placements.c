/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_whatif_placements.c: If the median of the replacement stall of data is below half of the original one, their
 * addresses were unlucky: they conflicted with other data in sets of the cache only by chance. */
#include "ui/whatif/ui_whatif_placements.h"

#include <string.h>

#include "bins/bin_table.h"
#include "ui/analysis/ui_stall.h"

/* The trace and its replay. */
typedef struct {
  const UiTraceFile *file;
  const UiReplay *replay;
} Source;

static bool is_movable(const UiBin *bin) {
  return strcmp(bin->kind, bin_kind_name(BIN_HEAP)) == 0 || strcmp(bin->kind, bin_kind_name(BIN_MMAP)) == 0;
}

/* Plans that move all mappings, and all blocks that are not small, to random addresses. */
static UiWhatifPlans scatter_all(const UiProfile *tables, GRand *random) {
  GArray *made = g_array_new(FALSE, FALSE, sizeof(UiWhatifPlan));
  UiWhatifPlans plans = {.texts = g_ptr_array_new_with_free_func(g_free)};
  for (uint32_t bin = 0; bin < tables->n_bins; bin++) {
    const UiWhatifPlan plan = {.bin = bin, .least = UI_WHATIF_SMALL, .yields = true, .site = {.scatter = random}};
    if (!is_movable(&tables->bins[bin])) continue;
    g_array_append_val(made, plan);
    g_ptr_array_add(plans.texts, g_strdup("--placements"));
  }
  plans.n = made->len;
  plans.plans = (UiWhatifPlan *)(void *)g_array_free(made, FALSE);
  return plans;
}

static UiProfile *simulate(void *closure, uint32_t seed, GError **error) {
  const Source *source = closure;
  if (seed == 0) return ui_whatif_profile(source->file, source->replay, &(UiWhatifDifference){0}, error);
  GRand *random = g_rand_new_with_seed(seed);
  UiWhatifPlans plans = scatter_all(source->file->tables, random);
  UiProfile *profile = ui_whatif_profile(source->file, source->replay, &(UiWhatifDifference){.plans = &plans}, error);
  ui_whatif_plans_clear(&plans);
  g_rand_free(random);
  return profile;
}

static void add_data(UiWhatifOutcome *outcome, const UiView *view) {
  const UiLatencies latencies = ui_stall_latencies(view->profile);
  for (uint32_t rank = 0; rank < ui_view_size(view, UI_DATA); rank++) {
    const UiItem *item = ui_view_item(view, UI_DATA, rank);
    ui_whatif_outcome_add(outcome, item->name, NULL, NULL, ui_stall_split(&latencies, &item->counts).replacement);
  }
}

static const UiWhatifVaryWords words = {.times = "placements",
                                        .title = "DATA, stall of replacement misses",
                                        .parts = "data",
                                        .stall = "replacement_stall_cycles",
                                        .luck = "depends on its address",
                                        .is_luck = "depends_on_place"};

bool ui_whatif_placements(UiWhatifVariation *variation, const UiTraceFile *file, char *const *given, uint32_t n,
                          GError **error) {
  static const UiWhatifVary vary = {&words, simulate, add_data};
  UiWhatifMachine machine;
  Source source = {file, &machine.replay};
  *variation = (UiWhatifVariation){0};
  const bool good = ui_whatif_machine_make(&machine, file, given, error) &&
                    ui_whatif_vary(variation, &vary, &source, n, error);
  ui_whatif_machine_free(&machine);
  return good;
}
