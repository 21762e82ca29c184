/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_levels.h"

#include <stdlib.h>

const char *ui_level_key(UiLevel level) {
  static const char *const keys[UI_LEVELS] = {"type", "variable", "path", "block"};
  return level < UI_LEVELS ? keys[level] : NULL;
}

void ui_levels_set(const UiLevelGroups *levels, uint32_t n, const bool *bins, UiLevel level, uint8_t *level_of) {
  g_autofree bool *moves = g_new0(bool, (gsize)n + 1); /* by representative of a group: the group changes its level */
  for (uint32_t i = 0; i < n; i++) {
    if (!bins[i]) continue;
    const UiLevel wider = MIN(level, (UiLevel)level_of[i]);
    moves[levels[wider].same[i]] = true;
  }
  for (uint32_t i = 0; i < n; i++) {
    const UiLevel wider = MIN(level, (UiLevel)level_of[i]);
    if (moves[levels[wider].same[i]]) level_of[i] = (uint8_t)level;
  }
}

static gint compare_sums(gconstpointer a, gconstpointer b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x > y ? -1 : x < y;
}

uint64_t *ui_levels_by_bin(const UiProfile *profile, UiMetric metric) {
  uint64_t *by_bin = g_new0(uint64_t, (gsize)profile->n_bins + 1);
  for (uint32_t i = 0; i < profile->n_cells; i++)
    by_bin[profile->cells[i].bin] += ui_metric_of(metric, &profile->cells[i].counts);
  return by_bin;
}

uint64_t ui_levels_explained(const UiLevelGroups *groups, const uint64_t *by_bin, uint32_t n) {
  g_autofree uint64_t *sums = g_new0(uint64_t, (gsize)n + UI_LEVEL_COLUMNS);
  for (uint32_t i = 0; i < n; i++) sums[groups->same[i]] += by_bin[i];
  qsort(sums, n, sizeof *sums, compare_sums);
  uint64_t explained = 0;
  for (unsigned i = 0; i < UI_LEVEL_COLUMNS; i++) explained += sums[i];
  return explained;
}

uint32_t ui_levels_count(const UiLevelGroups *groups, const uint64_t *by_bin, uint32_t n) {
  g_autofree bool *used = g_new0(bool, (gsize)n + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++) {
    count += by_bin[i] != 0 && !used[groups->same[i]];
    used[groups->same[i]] |= by_bin[i] != 0;
  }
  return count;
}

UiLevel ui_levels_start(const UiLevelGroups *levels, const uint64_t *by_bin, uint32_t n) {
  const double most = (double)ui_levels_explained(&levels[UI_LEVEL_TYPE], by_bin, n);
  UiLevel level = UI_LEVEL_PATH;
  while (level > UI_LEVEL_TYPE && (double)ui_levels_explained(&levels[level], by_bin, n) < 0.75 * most) level--;
  return level;
}
