/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_served.h: the parts of counts. */
#pragma once

#include <stddef.h>

#include "ui/profile/profile_counts.h"

/* A part of a count. */
typedef struct {
  const char *name; /* for screens; static */
  uint64_t count;
} ScreenPart;

/* Sets parts[] to the parts of a sum, in the order of screens. Returns their number. */
size_t screen_parts(const ProfileCounts *counts, coh_sum sum, ScreenPart parts[PROFILE_COUNTS]);

/* As screen_parts(), but with the servers of misses, without those that served none. No parts if memory served all
 * misses, or if the servers are unknown. */
size_t screen_served(const ProfileCounts *counts, ScreenPart parts[PROFILE_COUNTS]);

/* As screen_parts(), but with the nonzero parts of a count. */
size_t screen_parts_of_count(const ProfileCounts *counts, coh_count whole, ScreenPart parts[PROFILE_COUNTS]);

/* Sets alone[] to the counts, other than references and stall, that are no part of another count. Returns their
 * number. */
size_t screen_counts_alone(coh_count alone[PROFILE_COUNTS]);
