/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_ranked.h"

static gint compare(gconstpointer a, gconstpointer b) {
  const ScreenRanked *x = a, *y = b;
  if (x->amount != y->amount) return x->amount > y->amount ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

GArray *screen_ranked(const uint64_t *amounts, uint32_t n) {
  GArray *ranked = g_array_new(FALSE, FALSE, sizeof(ScreenRanked));
  for (uint32_t i = 0; i < n; i++) {
    const ScreenRanked one = {i, amounts[i]};
    if (amounts[i] != 0) g_array_append_val(ranked, one);
  }
  g_array_sort(ranked, compare);
  return ranked;
}
