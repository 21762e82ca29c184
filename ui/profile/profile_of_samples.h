/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_of_samples.h: profiles made of samples of events, without simulation (ui/attribute/ makes them).
 *
 * A cell has an estimate of its events, all stored as read misses of unknown cause. Only counters that report accesses
 * give more counts (ProfileDetail). Unknown counts are 0 in ProfileCounts, or follow from the identities of the counts,
 * so code that shows them calls profile_of_samples_knows() first. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Returns whether the profile has a counter (0 .. PROFILE_COUNTS - 1). Profiles of simulations have all. */
bool profile_of_samples_knows(const Profile *profile, unsigned counter);

/* Writes all counters as members of an object: null for a missing one. */
void profile_of_samples_put_counts(UiJson *json, const Profile *profile, const ProfileCounts *counts);

/* Writes the member "mpki", misses per thousand instructions: null for a profile made of samples. */
void profile_of_samples_put_mpki(UiJson *json, const Profile *profile, double mpki);

/* As profile_of_samples_put_counts(), for the totals, with instructions, cycles and mpki. */
void profile_of_samples_put_totals(UiJson *json, const Profile *profile);

/* Returns the number of processors with counts. */
uint32_t profile_of_samples_processors(const Profile *profile);

/* Returns the counts of a cell, a processor or the totals with that number of events. */
ProfileCounts profile_of_samples_counts(uint64_t events);

/* Returns the noun for the sampled events, as a title: "Misses"; "Nanoseconds" for a clock. The result is constant. */
const char *profile_of_samples_unit(const Profile *profile);

/* Returns the variance of a number of events, divided by that number: the period, if it did not vary. */
uint64_t profile_of_samples_spread(const Profile *profile);

/* Checks the identities that only profiles made of samples obey, after the last record. Returns NULL, or a message,
 * owned by the caller. */
char *profile_of_samples_check(const Profile *profile);

/* Gives a profile made of samples, which is not sealed yet, one batch with all counts of each cell: the basis of
 * intervals (view_estimate.h). */
void profile_of_samples_complete(Profile *profile);
