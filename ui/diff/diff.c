/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/diff/diff.h"

DiffChange diff_change(uint64_t before, uint64_t after) {
  return after < before ? (DiffChange){true, before - after} : (DiffChange){false, after - before};
}

uint64_t diff_metric(const Diff *diff, const ProfileCounts *counts) { return view_metric(diff->by, counts); }

DiffChange diff_metric_change(const Diff *diff, const ProfileCounts sides[DIFF_SIDES]) {
  return diff_change(diff_metric(diff, &sides[DIFF_BEFORE]), diff_metric(diff, &sides[DIFF_AFTER]));
}

const DiffItem *diff_item(const Diff *diff, ViewAxisKind axis, uint32_t rank) {
  return g_ptr_array_index(diff->items[axis], rank);
}

bool diff_machines_differ(const Diff *diff) {
  for (guint i = 0; i < diff->options->len; i++)
    if (g_array_index(diff->options, DiffOption, i).machine) return true;
  return false;
}

void diff_free(Diff *diff) {
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    g_ptr_array_free(diff->items[axis], TRUE);
    for (unsigned side = 0; side < DIFF_SIDES; side++) g_free(diff->rank_of[axis][side]);
  }
  g_array_free(diff->cells, TRUE);
  g_array_free(diff->options, TRUE);
  if (diff->findings != NULL) g_array_unref(diff->findings);
  g_free(diff);
}
