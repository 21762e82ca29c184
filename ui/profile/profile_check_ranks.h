/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_ranks.h: the identities of the ranks of a message-passing program (docs/profile-format.md). */
#pragma once

#include "ui/profile/profile.h"

/* Starts as zeros. */
typedef struct {
  uint64_t processors; /* number in the ranks so far */
  GHashTable *pairs;   /* sums over ranks by segment and bin; NULL: there are none yet */
} ProfileCheckRanks;

/* Each of the next functions checks the last record of its kind. It returns NULL, or a message that the caller owns. */
char *profile_check_rank(ProfileCheckRanks *check, const Profile *profile);
char *profile_check_rank_code(ProfileCheckRanks *check, const Profile *profile);
char *profile_check_rank_data(ProfileCheckRanks *check, const Profile *profile);
char *profile_check_rank_cell(ProfileCheckRanks *check, const Profile *profile);

/* Completes the check after the last record: checks that the sums over all ranks equal the counts of the profile. */
char *profile_check_ranks_end(ProfileCheckRanks *check, const Profile *profile);

void profile_check_ranks_clear(ProfileCheckRanks *check);
