/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_served.h: the parts of counts. */
#pragma once

#include <stddef.h>

#include "ui/profile/profile_counts.h"

/* A part of a count. */
typedef struct {
  const char *name; /* name that screens show; a static string */
  uint64_t count;
} ScreenPart;

/* Sets parts[] to the parts of a sum, in the order in which screens show them. Returns the number of parts. */
size_t screen_parts(const ProfileCounts *counts, coh_sum sum, ScreenPart parts[PROFILE_COUNTS]);

/* As screen_parts(), but the parts are the misses by the level that served them. Levels that served no miss have no
 * part. Returns 0 if memory served all misses, or if the levels are not known. */
size_t screen_served(const ProfileCounts *counts, ScreenPart parts[PROFILE_COUNTS]);

/* As screen_parts(), but only with the parts of a count that are not zero. */
size_t screen_parts_of_count(const ProfileCounts *counts, coh_count whole, ScreenPart parts[PROFILE_COUNTS]);

/* Sets alone[] to the counts that are not a part of another count, without references and stall. Returns their
 * number. */
size_t screen_counts_alone(coh_count alone[PROFILE_COUNTS]);
