/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_of_samples.h: profiles made of samples of events, without simulation (ui/attribute/ makes them).
 *
 * A cell has an estimate of its events, which are all stored as read misses of unknown cause. Only hardware counters
 * that report accesses provide more counts (ProfileDetail). Unknown counts are 0 in ProfileCounts, or follow from the
 * identities of the counts, so code that shows them calls profile_of_samples_knows() first. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Returns whether the profile has a count (0 .. PROFILE_COUNTS - 1). Profiles of simulations have all counts. */
bool profile_of_samples_knows(const Profile *profile, unsigned counter);

/* Writes all counts as members of a JSON object. A count that the profile does not have is null. */
void profile_of_samples_put_counts(UiJson *json, const Profile *profile, const ProfileCounts *counts);

/* Writes the JSON member "mpki" (misses per thousand instructions). It is null for a profile made of samples. */
void profile_of_samples_put_mpki(UiJson *json, const Profile *profile, double mpki);

/* As profile_of_samples_put_counts(), for the totals, with instructions, cycles and mpki. */
void profile_of_samples_put_totals(UiJson *json, const Profile *profile);

/* Returns the number of processors with counts. */
uint32_t profile_of_samples_processors(const Profile *profile);

/* Returns the counts of a cell, a processor or the totals, given the number of events. */
ProfileCounts profile_of_samples_counts(uint64_t events);

/* Returns the noun for the sampled events, as a title: "Misses"; "Nanoseconds" for a clock. The result is constant. */
const char *profile_of_samples_unit(const Profile *profile);

/* Returns the variance of an estimated number of events, divided by this number. It equals the period if the period did
 * not vary. */
uint64_t profile_of_samples_spread(const Profile *profile);

/* Returns whether profiles made of samples can have records of a kind. They have none of those that only a simulation
 * provides, such as evictors. */
bool profile_of_samples_may_have(bin_record record);

/* Checks the identities that only profiles made of samples obey, after the last record. Returns NULL, or a message,
 * owned by the caller. */
char *profile_of_samples_check(const Profile *profile);

/* Adds one batch, with all counts of each cell, to a profile made of samples that is not sealed yet. Confidence
 * intervals are computed from this batch (view_estimate.h). */
void profile_of_samples_complete(Profile *profile);
