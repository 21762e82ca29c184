/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_evictors.c: adds up the profile's records by victim and culprit. A counting sort orders the records by
 * victim. Then the records of each victim are summed in an array with one element per culprit. Therefore, the time is
 * proportional to the number of records, not to the number of pairs of victims and culprits.
 */
#include "ui/analysis/analysis_evictors.h"

ViewAxisKind analysis_evictors_axis(AnalysisEvictorsKind kind) {
  return kind == ANALYSIS_BLAME_EVICTORS ? VIEW_DATA : VIEW_CODE;
}

typedef struct {
  const ProfileEvictors *rows;
  uint32_t n;
} Blames;

static Blames blames_of(const Profile *profile, AnalysisEvictorsKind kind) {
  return kind == ANALYSIS_BLAME_EVICTORS ? (Blames){profile->evictors, profile->n_evictors}
                                         : (Blames){profile->invalidators, profile->n_invalidators};
}

/* Returns the numbers of the records, sorted by the rank of their victim. Elements begins[v] to begins[v + 1] - 1
 * belong to victim v. The caller owns both arrays. */
static uint32_t *sort_by_victim(const View *view, Blames blames, uint32_t **begins) {
  const uint32_t victims = view_size(view, VIEW_DATA);
  uint32_t *order = g_new(uint32_t, blames.n);
  *begins = g_new0(uint32_t, (size_t)victims + 2);
  uint32_t *next = *begins + 1; /* indexed by victim: after the second loop, the index of the victim's next record in
                                   `order` */
  for (uint32_t i = 0; i < blames.n; i++) next[view_column(view, blames.rows[i].bin) + 1]++;
  for (uint32_t v = 0; v < victims; v++) next[v + 1] += next[v];
  for (uint32_t i = 0; i < blames.n; i++) order[next[view_column(view, blames.rows[i].bin)]++] = i;
  return order;
}

static gint compare_pairs(gconstpointer a, gconstpointer b) {
  const AnalysisEvictorsPair *x = a, *y = b;
  if (x->count != y->count) return x->count > y->count ? -1 : 1;
  if (x->victim != y->victim) return x->victim < y->victim ? -1 : 1;
  return x->culprit < y->culprit ? -1 : x->culprit > y->culprit;
}

/* Adds a pair for each culprit of a victim to the table. The misses of the pairs are in by_culprit[]; resets these
 * elements to 0. */
static void take_pairs(AnalysisEvictorsTable *table, uint32_t victim, GArray *culprits, uint64_t *by_culprit) {
  for (guint i = 0; i < culprits->len; i++) {
    const uint32_t culprit = g_array_index(culprits, uint32_t, i);
    const AnalysisEvictorsPair pair = {victim, culprit, by_culprit[culprit]};
    by_culprit[culprit] = 0;
    table->by_victim[victim] += pair.count;
    table->by_culprit[culprit] += pair.count;
    table->total += pair.count;
    g_array_append_val(table->pairs, pair);
  }
  g_array_set_size(culprits, 0);
}

AnalysisEvictorsTable *analysis_evictors_table(const View *view, AnalysisEvictorsKind kind, const AnalysisFocus *focus,
                                               const ViewSelection *culprits) {
  const Blames blames = blames_of(view->profile, kind);
  const ViewAxis *axis = &view->axes[analysis_evictors_axis(kind)];
  const uint32_t victims = view_size(view, VIEW_DATA);
  AnalysisEvictorsTable *table = g_new0(AnalysisEvictorsTable, 1);
  table->kind = kind;
  table->pairs = g_array_new(FALSE, FALSE, sizeof(AnalysisEvictorsPair));
  table->by_victim = g_new0(uint64_t, MAX(victims, 1));
  table->by_culprit = g_new0(uint64_t, MAX(axis->items->len, 1));

  g_autofree uint32_t *begins = NULL;
  g_autofree uint32_t *order = sort_by_victim(view, blames, &begins);
  g_autofree uint64_t *sums = g_new0(uint64_t, MAX(axis->items->len, 1));
  g_autoptr(GArray) touched = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  for (uint32_t victim = 0; victim < victims; victim++) {
    for (uint32_t i = begins[victim]; i < begins[victim + 1]; i++) {
      const ProfileEvictors *blame = &blames.rows[order[i]];
      const uint32_t culprit = axis->rank_of[blame->who];
      if (blame->count == 0 || !analysis_focus_has(view, focus, blame->place, blame->bin)) continue;
      if (culprits != NULL && !culprits->picked[culprit]) continue;
      if (sums[culprit] == 0) g_array_append_val(touched, culprit);
      sums[culprit] += blame->count;
    }
    take_pairs(table, victim, touched, sums);
  }
  g_array_sort(table->pairs, compare_pairs);
  return table;
}

void analysis_evictors_free(AnalysisEvictorsTable *table) {
  g_array_free(table->pairs, TRUE);
  g_free(table->by_victim);
  g_free(table->by_culprit);
  g_free(table);
}
