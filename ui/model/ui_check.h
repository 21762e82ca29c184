/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check.h: the identities of a profile (docs/profile-format.md), checked record by record. The reader passes every
 * record after it has checked its fields and references. */
#pragma once

#include "ui/model/ui_profile.h"

typedef struct UiCheck UiCheck;

/* Starts the check of *profile, which is being read and must outlive it. Free it with ui_check_free(). */
UiCheck *ui_check_new(const UiProfile *profile);
void ui_check_free(UiCheck *check);

/* Checks the last record in profile->rows[record] (or profile->totals). Returns NULL, or a message, owned by the
 * caller. */
char *ui_check_record(UiCheck *check, bin_record record);

/* Returns the contradictory cells (UiSuspect) that the profile can do without. They belong to the check. */
const GArray *ui_check_suspects(const UiCheck *check);

/* Completes the check after the last record. Returns NULL, or a message, owned by the caller. */
char *ui_check_end(UiCheck *check);
