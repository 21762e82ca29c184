/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_scale.h: scales the counts of a run's samples to estimates for the whole run, by the ratio of all
 * instructions to those of the samples. */
#pragma once

#include "ui/profile/profile.h"

/* Returns whether the scaled totals of a sampled run fit in 64 bits. The profile must obey all identities. */
bool profile_scale_fits(const Profile *profile);

/* Scales all counts of a sampled run in place, except those of batches, memory and threads. The profile must be
 * checked, and not sealed yet. Leaves a run without samples unchanged. Estimates are whole numbers, and sums remain
 * exact: causes to misses, evictors to replacements, cells to totals; except for causes over processors, which
 * differ from the totals' by rounding. */
void profile_scale(Profile *profile);
