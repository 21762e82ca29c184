/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/ui_served.h"

static UiPart part_of(const UiCounts *counts, coh_count count) {
  return (UiPart){ui_counts_text(count)->part, ui_counts_get(counts, count)};
}

size_t ui_parts(const UiCounts *counts, coh_sum sum, UiPart parts[UI_COUNTS]) {
  size_t n = 0;
  for (const coh_count *part = coh_sum_format_of(sum)->parts; *part != COH_COUNTS; part++)
    parts[n++] = part_of(counts, *part);
  return n;
}

static size_t without_zeros(UiPart *parts, size_t all) {
  size_t n = 0;
  for (size_t i = 0; i < all; i++)
    if (parts[i].count != 0) parts[n++] = parts[i];
  return n;
}

size_t ui_served(const UiCounts *counts, UiPart parts[UI_COUNTS]) {
  if (counts->memory == ui_counts_served(counts)) return 0;
  return without_zeros(parts, ui_parts(counts, COH_SUM_SERVERS, parts));
}

size_t ui_parts_of_count(const UiCounts *counts, coh_count whole, UiPart parts[UI_COUNTS]) {
  coh_count of[UI_COUNTS];
  const unsigned n = ui_counts_parts(whole, of);
  for (unsigned i = 0; i < n; i++) parts[i] = part_of(counts, of[i]);
  return without_zeros(parts, n);
}

size_t ui_counts_alone(coh_count alone[UI_COUNTS]) {
  const unsigned all = ui_counts_parts(COH_COUNT_NOTHING, alone);
  size_t n = 0;
  for (unsigned i = 0; i < all; i++)
    if (alone[i] != COH_COUNT_READS && alone[i] != COH_COUNT_WRITES && alone[i] != COH_COUNT_STALL)
      alone[n++] = alone[i];
  return n;
}
