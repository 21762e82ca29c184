/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_models.h: the identities of the counts of models of the machine (profile_models.h). */
#pragma once

#include "ui/profile/profile.h"

/* State of the check; starts as zeros. */
typedef struct {
  guint cell; /* index of the current record's cell */
  ProfileModelCounts cells, processors;
} ProfileCheckModels;

/* Check the last record of a processor or a cell, and the totals. Return NULL, or a message, which the caller frees. */
char *profile_check_model_processor(ProfileCheckModels *check, const Profile *profile);
char *profile_check_model_cell(ProfileCheckModels *check, const Profile *profile);

/* Checks that the counts of the last record are at most those of its cell; to be called once for each record that
 * profile_check_model_cell() accepts. Returns NULL, or a message about that cell alone. */
char *profile_check_model_part(ProfileCheckModels *check, const Profile *profile);
char *profile_check_model_totals(const ProfileCheckModels *check, const Profile *profile);
