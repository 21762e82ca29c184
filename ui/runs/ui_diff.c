/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/runs/ui_diff.h"

UiChange ui_diff_change(uint64_t before, uint64_t after) {
  return after < before ? (UiChange){true, before - after} : (UiChange){false, after - before};
}

uint64_t ui_diff_metric(const UiDiff *diff, const UiCounts *counts) { return ui_view_metric(diff->by, counts); }

UiChange ui_diff_metric_change(const UiDiff *diff, const UiCounts sides[UI_SIDES]) {
  return ui_diff_change(ui_diff_metric(diff, &sides[UI_BEFORE]), ui_diff_metric(diff, &sides[UI_AFTER]));
}

const UiDiffItem *ui_diff_item(const UiDiff *diff, UiAxisKind axis, uint32_t rank) {
  return g_ptr_array_index(diff->items[axis], rank);
}

bool ui_diff_machines_differ(const UiDiff *diff) {
  for (guint i = 0; i < diff->options->len; i++)
    if (g_array_index(diff->options, UiDiffOption, i).machine) return true;
  return false;
}

void ui_diff_free(UiDiff *diff) {
  for (unsigned axis = 0; axis < UI_AXES; axis++) {
    g_ptr_array_free(diff->items[axis], TRUE);
    for (unsigned side = 0; side < UI_SIDES; side++) g_free(diff->rank_of[axis][side]);
  }
  g_array_free(diff->cells, TRUE);
  g_array_free(diff->options, TRUE);
  g_free(diff);
}
