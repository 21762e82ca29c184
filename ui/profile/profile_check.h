/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check.h: the identities of a profile (docs/profile-format.md), checked record by record. The reader passes
 * each record to this file after it has checked the record's fields and references. */
#pragma once

#include "ui/profile/profile.h"

typedef struct ProfileCheck ProfileCheck;

/* Starts the check of *profile, which is being read and must outlive the check. Free it with profile_check_free(). */
ProfileCheck *profile_check_new(const Profile *profile);
void profile_check_free(ProfileCheck *check);

/* Checks the last record in profile->rows[record], or profile->totals. Returns NULL if it is valid, otherwise a message
 * that the caller owns. */
char *profile_check_record(ProfileCheck *check, bin_record record);

/* Returns the contradictory cells (ProfileSuspect) that can be left out of the profile. They belong to the check. */
const GArray *profile_check_suspects(const ProfileCheck *check);

/* Completes the check after the last record. Returns NULL if all is valid, otherwise a message that the caller owns. */
char *profile_check_end(ProfileCheck *check);
