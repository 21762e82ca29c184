/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_ranks.h: what the records of the ranks of a message-passing program must obey (docs/profile-format.md). */
#ifndef UI_MODEL_CHECK_RANKS_H
#define UI_MODEL_CHECK_RANKS_H

#include "ui/model/ui_profile.h"

/* Starts as zeros. */
typedef struct {
  uint64_t processors; /* of the ranks so far */
  GHashTable *pairs;   /* what ranks did in a segment on a bin, summed up; NULL: nothing yet */
} UiCheckRanks;

/* Each checks the last record of its kind and returns NULL, or a new sentence on what is wrong. */
char *ui_check_rank(UiCheckRanks *check, const UiProfile *profile);
char *ui_check_rank_code(UiCheckRanks *check, const UiProfile *profile);
char *ui_check_rank_data(UiCheckRanks *check, const UiProfile *profile);
char *ui_check_rank_cell(UiCheckRanks *check, const UiProfile *profile);

/* No more records follow: the ranks' sums are those of the profile. */
char *ui_check_ranks_end(UiCheckRanks *check, const UiProfile *profile);

void ui_check_ranks_clear(UiCheckRanks *check);

#endif
