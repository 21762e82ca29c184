/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_models.h: the identities of the counts of models of the machine (profile_models.h). */
#pragma once

#include "ui/profile/profile.h"

/* The state of the check. Initially, all fields are zero. */
typedef struct {
  guint cell; /* index of the current record's cell */
  ProfileModelCounts cells, processors;
} ProfileCheckModels;

/* The next functions check the last record of a processor, the last record of a cell, and the totals. Each returns
 * NULL, or a message that the caller frees. */
char *profile_check_model_processor(ProfileCheckModels *check, const Profile *profile);
char *profile_check_model_cell(ProfileCheckModels *check, const Profile *profile);

/* Checks that the counts of the last record are at most those of its cell. Call it once for each record that
 * profile_check_model_cell() accepts. Returns NULL, or a message about that cell alone. */
char *profile_check_model_part(ProfileCheckModels *check, const Profile *profile);
char *profile_check_model_totals(const ProfileCheckModels *check, const Profile *profile);
