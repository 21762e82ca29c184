/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_fetches.h: checks that the counts of instruction fetches, of their misses and of the evictors add up to
 * their sums. For profile_check.c. */
#pragma once

#include "ui/profile/profile.h"

/* The state of the check. Initially, all fields are zero. */
typedef struct {
  ProfileFetchCounts processors, places; /* sums */
  uint64_t fetches;                      /* sum */
  guint miss;                            /* index of a fetch miss; the evictors of all earlier ones are complete */
  uint64_t evicted;                      /* evictions of this miss in the evictors that were checked so far */
} ProfileCheckFetches;

/* Each of the next functions checks the last record of its kind in profile->rows; the last function completes the
 * check. Each returns NULL, or a message that the caller owns. */
char *profile_check_icache(ProfileCheckFetches *check, const Profile *profile);
char *profile_check_fetch_miss(ProfileCheckFetches *check, const Profile *profile);
char *profile_check_fetch_evictor(ProfileCheckFetches *check, const Profile *profile);
char *profile_check_fetches_end(ProfileCheckFetches *check, const Profile *profile);
