/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_ranks.h: the identities of the ranks of a message-passing program (docs/profile-format.md). */
#pragma once

#include "ui/model/ui_profile.h"

/* Starts as zeros. */
typedef struct {
  uint64_t processors; /* number in the ranks so far */
  GHashTable *pairs;   /* sums over ranks by segment and bin; NULL: none yet */
} UiCheckRanks;

/* Each checks the last record of its kind. Returns NULL, or a message, owned by the caller. */
char *ui_check_rank(UiCheckRanks *check, const UiProfile *profile);
char *ui_check_rank_code(UiCheckRanks *check, const UiProfile *profile);
char *ui_check_rank_data(UiCheckRanks *check, const UiProfile *profile);
char *ui_check_rank_cell(UiCheckRanks *check, const UiProfile *profile);

/* Completes the check after the last record: the ranks' sums are those of the profile. */
char *ui_check_ranks_end(UiCheckRanks *check, const UiProfile *profile);

void ui_check_ranks_clear(UiCheckRanks *check);
