/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check.h: the identities that a profile must obey (docs/profile-format.md), checked record by record.
 *
 * The reader hands every record over as it comes, after its fields and references were found good. */
#ifndef UI_UI_CHECK_H
#define UI_UI_CHECK_H

#include "ui/model/ui_profile.h"

typedef struct UiCheck UiCheck;

/* Starts the check of *profile, which is being filled and must outlive it. Free it with ui_check_free(). */
UiCheck *ui_check_new(const UiProfile *profile);
void ui_check_free(UiCheck *check);

/* Checks one more record, the last in profile->rows[record] (or profile->totals). Returns NULL, or a new
 * sentence on what is wrong. */
char *ui_check_record(UiCheck *check, bin_record record);

/* The cells that contradict themselves (UiSuspect), as far as the profile can do without them. They belong to the
 * check. */
const GArray *ui_check_suspects(const UiCheck *check);

/* Checks what can be said only when no more records follow. Returns the same. */
char *ui_check_end(UiCheck *check);

#endif
