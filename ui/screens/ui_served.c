/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/ui_served.h"

size_t ui_served(const UiCounts *counts, UiPart parts[UI_SERVERS]) {
  const UiPart all[UI_SERVERS] = {{"L2", counts->second_level},
                                  {"Last level", counts->last_level},
                                  {"Other caches", counts->transfers},
                                  {"Memory", counts->memory}};
  if (counts->memory == ui_counts_served(counts)) return 0;
  size_t n = 0;
  for (size_t i = 0; i < UI_SERVERS; i++)
    if (all[i].count != 0) parts[n++] = all[i];
  return n;
}
