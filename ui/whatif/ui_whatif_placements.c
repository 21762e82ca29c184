/* ui_whatif_placements.c: see ui_whatif_placements.h.
 *
 * Data whose replacement stall is below half in the median of the placements were unlucky: their lines were in the
 * cache's sets of others only because of their addresses.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/whatif/ui_whatif_placements.h"

#include <string.h>

#include "bins/bin_table.h"
#include "ui/analysis/ui_stall.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"
#include "ui/whatif/ui_whatif_replay.h"

static const double WORTH = 0.02; /* of all stall: what is less is not told of */
static const double FALLS = 0.5;  /* of what it was: to so much or less */

/* What one simulation gives. */
typedef struct {
  double totals[UI_WHATIF_FIGURES];
  GHashTable *data; /* char *, the name: double *, stall of replacement misses */
} Outcome;

/* ---- one simulation ---- */

static void add_counts(double *totals, const UiCounts *counts) {
  const uint64_t values[UI_WHATIF_FIGURES] = {ui_counts_misses(counts), counts->cold, counts->replacement,
                                              counts->invalidation, counts->stall_cycles};
  for (unsigned i = 0; i < UI_WHATIF_FIGURES; i++) totals[i] += (double)values[i];
}

static Outcome outcome_of(const UiProfile *profile) {
  Outcome outcome = {.data = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)};
  const UiLatencies latencies = ui_stall_latencies(profile);
  UiNames *names = ui_names_new(profile, true);
  UiView *view = ui_view_new(profile, ui_names_labels(names));
  for (uint32_t rank = 0; rank < ui_view_size(view, UI_DATA); rank++) {
    const UiItem *item = ui_view_item(view, UI_DATA, rank);
    const double stall = ui_stall_split(&latencies, &item->counts).replacement;
    add_counts(outcome.totals, &item->counts);
    g_hash_table_insert(outcome.data, g_strdup(item->name), g_memdup2(&stall, sizeof stall));
  }
  ui_view_free(view);
  ui_names_free(names);
  return outcome;
}

static void clear_outcome(gpointer outcome) { g_hash_table_unref(((Outcome *)outcome)->data); }

/* Simulates with plans, or, if they are NULL, as it was. */
static bool add_outcome(GArray *outcomes, const UiTraceFile *file, const UiReplay *replay, UiWhatifPlans *plans,
                        GError **error) {
  UiProfile *profile = ui_whatif_profile(file, replay, plans, error);
  if (profile == NULL) return false;
  const Outcome outcome = outcome_of(profile);
  g_array_append_val(outcomes, outcome);
  ui_profile_free(profile);
  return true;
}

static bool is_movable(const UiBin *bin) {
  return strcmp(bin->kind, bin_kind_name(BIN_HEAP)) == 0 || strcmp(bin->kind, bin_kind_name(BIN_MMAP)) == 0;
}

/* All blocks that are not small, and mappings, go to random addresses. */
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

static bool add_placement(GArray *outcomes, const UiTraceFile *file, const UiReplay *replay, uint32_t seed,
                          GError **error) {
  GRand *random = g_rand_new_with_seed(seed);
  UiWhatifPlans plans = scatter_all(file->tables, random);
  const bool good = add_outcome(outcomes, file, replay, &plans, error);
  ui_whatif_plans_clear(&plans);
  g_rand_free(random);
  return good;
}

/* ---- what came of all ---- */

static int compare(gconstpointer one, gconstpointer other) {
  const double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

/* Of values, as it was first; sorts them. */
static UiWhatifSpread spread_of(double *values, guint n) {
  double *others = values + 1;
  qsort(others, n - 1, sizeof *others, compare);
  return (UiWhatifSpread){values[0], others[0], (others[(n - 1) / 2] + others[(n - 2) / 2]) / 2, others[n - 2]};
}

static const Outcome *outcome_number(const GArray *outcomes, guint i) { return &g_array_index(outcomes, Outcome, i); }

static double stall_of(const Outcome *outcome, const char *name) {
  const double *stall = g_hash_table_lookup(outcome->data, name);
  return stall != NULL ? *stall : 0;
}

static gint compare_rows(gconstpointer one, gconstpointer other) {
  const UiWhatifPlaced *a = one, *b = other;
  if (a->stall.was != b->stall.was) return a->stall.was > b->stall.was ? -1 : 1;
  return strcmp(a->name, b->name);
}

static void clear_row(gpointer row) { g_free(((UiWhatifPlaced *)row)->name); }

/* Data with much stall of replacement as it was, the most first. */
static GArray *make_rows(const GArray *outcomes, double *values) {
  const Outcome *was = outcome_number(outcomes, 0);
  GArray *rows = g_array_new(FALSE, FALSE, sizeof(UiWhatifPlaced));
  GHashTableIter each;
  gpointer name;
  g_array_set_clear_func(rows, clear_row);
  g_hash_table_iter_init(&each, was->data);
  while (g_hash_table_iter_next(&each, &name, NULL)) {
    for (guint i = 0; i < outcomes->len; i++) values[i] = stall_of(outcome_number(outcomes, i), name);
    const UiWhatifSpread spread = spread_of(values, outcomes->len);
    const UiWhatifPlaced row = {g_strdup(name), spread, spread.median <= FALLS * spread.was};
    if (spread.was > 0 && spread.was >= WORTH * was->totals[UI_WHATIF_STALL])
      g_array_append_val(rows, row);
    else
      g_free(row.name);
  }
  g_array_sort(rows, compare_rows);
  return rows;
}

static void summarize(UiWhatifPlacements *placements, const GArray *outcomes) {
  g_autofree double *values = g_new(double, outcomes->len);
  placements->n = outcomes->len - 1;
  for (unsigned figure = 0; figure < UI_WHATIF_FIGURES; figure++) {
    for (guint i = 0; i < outcomes->len; i++) values[i] = outcome_number(outcomes, i)->totals[figure];
    placements->totals[figure] = spread_of(values, outcomes->len);
  }
  placements->data = make_rows(outcomes, values);
}

bool ui_whatif_placements(UiWhatifPlacements *placements, const UiTraceFile *file, char *const *given, uint32_t n,
                          GError **error) {
  UiWhatifMachine machine;
  g_autoptr(GArray) outcomes = g_array_new(FALSE, FALSE, sizeof(Outcome));
  *placements = (UiWhatifPlacements){0};
  g_array_set_clear_func(outcomes, clear_outcome);
  bool good = ui_whatif_machine_make(&machine, file, given, error) &&
              add_outcome(outcomes, file, &machine.replay, NULL, error);
  for (uint32_t seed = 1; seed <= n && good; seed++) good = add_placement(outcomes, file, &machine.replay, seed, error);
  ui_whatif_machine_free(&machine);
  if (good) summarize(placements, outcomes);
  return good;
}

void ui_whatif_placements_clear(UiWhatifPlacements *placements) {
  if (placements->data != NULL) g_array_unref(placements->data);
}
