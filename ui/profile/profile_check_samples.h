/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_samples.h: the identities of samples and their batches, for profile_check.c. */
#pragma once

#include "ui/profile/profile.h"

/* The state of the check. Initially, all fields are zero. */
typedef struct {
  uint64_t samples, instructions; /* sums over the batches, or the phases that the run reached */
  uint64_t weighed;               /* sum, over all phases, of instructions times weight */
  uint64_t share;                 /* sum over phases */
  uint64_t stretches;             /* sum of their instructions */
  guint cell;                     /* index of the current cell; all earlier cells have had their batches */
} ProfileCheckSamples;

/* Each of the next functions checks the last record of its kind in profile->rows; the last function completes the check
 * after the totals. Each returns NULL, or a message that the caller owns. */
char *profile_check_sampling(const Profile *profile);
char *profile_check_batch(ProfileCheckSamples *check, const Profile *profile);
char *profile_check_phase(ProfileCheckSamples *check, const Profile *profile);
char *profile_check_stretch(ProfileCheckSamples *check, const Profile *profile);
char *profile_check_batch_cell(ProfileCheckSamples *check, const Profile *profile);
char *profile_check_samples_end(ProfileCheckSamples *check, const Profile *profile);
