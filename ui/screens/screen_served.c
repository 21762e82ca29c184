/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_served.h"

static ScreenPart part_of(const ProfileCounts *counts, coh_count count) {
  return (ScreenPart){profile_counts_text(count)->part, profile_counts_get(counts, count)};
}

size_t screen_parts(const ProfileCounts *counts, coh_sum sum, ScreenPart parts[PROFILE_COUNTS]) {
  size_t n = 0;
  for (const coh_count *part = coh_sum_format_of(sum)->parts; *part != COH_COUNTS; part++)
    parts[n++] = part_of(counts, *part);
  return n;
}

static size_t without_zeros(ScreenPart *parts, size_t all) {
  size_t n = 0;
  for (size_t i = 0; i < all; i++)
    if (parts[i].count != 0) parts[n++] = parts[i];
  return n;
}

size_t screen_served(const ProfileCounts *counts, ScreenPart parts[PROFILE_COUNTS]) {
  if (counts->memory == profile_counts_served(counts)) return 0;
  return without_zeros(parts, screen_parts(counts, COH_SUM_SERVERS, parts));
}

size_t screen_parts_of_count(const ProfileCounts *counts, coh_count whole, ScreenPart parts[PROFILE_COUNTS]) {
  coh_count of[PROFILE_COUNTS];
  const unsigned n = profile_counts_parts(whole, of);
  for (unsigned i = 0; i < n; i++) parts[i] = part_of(counts, of[i]);
  return without_zeros(parts, n);
}

size_t screen_counts_alone(coh_count alone[PROFILE_COUNTS]) {
  const unsigned all = profile_counts_parts(COH_COUNT_NOTHING, alone);
  size_t n = 0;
  for (unsigned i = 0; i < all; i++)
    if (alone[i] != COH_COUNT_READS && alone[i] != COH_COUNT_WRITES && alone[i] != COH_COUNT_STALL)
      alone[n++] = alone[i];
  return n;
}
