/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_levels.h"

#include <stdlib.h>

const char *view_level_key(ViewLevel level) {
  static const char *const keys[VIEW_LEVELS] = {"type", "variable", "path", "block"};
  return level < VIEW_LEVELS ? keys[level] : NULL;
}

void view_levels_set(const ViewLevelGroups *levels, uint32_t n, const bool *bins, ViewLevel level, uint8_t *level_of) {
  g_autofree bool *moves = g_new0(bool, (gsize)n + 1); /* for the representative of each group: whether the group
                                                          changes its level */
  for (uint32_t i = 0; i < n; i++) {
    if (!bins[i]) continue;
    const ViewLevel wider = MIN(level, (ViewLevel)level_of[i]);
    moves[levels[wider].same[i]] = true;
  }
  for (uint32_t i = 0; i < n; i++) {
    const ViewLevel wider = MIN(level, (ViewLevel)level_of[i]);
    if (moves[levels[wider].same[i]]) level_of[i] = (uint8_t)level;
  }
}

static gint compare_sums(gconstpointer a, gconstpointer b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x > y ? -1 : x < y;
}

uint64_t *view_levels_by_bin(const Profile *profile, ViewMetric metric) {
  uint64_t *by_bin = g_new0(uint64_t, (gsize)profile->n_bins + 1);
  for (uint32_t i = 0; i < profile->n_cells; i++)
    by_bin[profile->cells[i].bin] += view_metric_of(metric, &profile->cells[i].counts);
  return by_bin;
}

uint64_t view_levels_explained(const ViewLevelGroups *groups, const uint64_t *by_bin, uint32_t n) {
  g_autofree uint64_t *sums = g_new0(uint64_t, (gsize)n + VIEW_LEVEL_COLUMNS);
  for (uint32_t i = 0; i < n; i++) sums[groups->same[i]] += by_bin[i];
  qsort(sums, n, sizeof *sums, compare_sums);
  uint64_t explained = 0;
  for (unsigned i = 0; i < VIEW_LEVEL_COLUMNS; i++) explained += sums[i];
  return explained;
}

uint32_t view_levels_count(const ViewLevelGroups *groups, const uint64_t *by_bin, uint32_t n) {
  g_autofree bool *used = g_new0(bool, (gsize)n + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++) {
    count += by_bin[i] != 0 && !used[groups->same[i]];
    used[groups->same[i]] |= by_bin[i] != 0;
  }
  return count;
}

ViewLevel view_levels_start(const ViewLevelGroups *levels, const uint64_t *by_bin, uint32_t n) {
  const double most = (double)view_levels_explained(&levels[VIEW_LEVEL_TYPE], by_bin, n);
  ViewLevel level = VIEW_LEVEL_PATH;
  while (level > VIEW_LEVEL_TYPE && (double)view_levels_explained(&levels[level], by_bin, n) < 0.75 * most) level--;
  return level;
}
