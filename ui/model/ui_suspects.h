/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_suspects.h: cells whose numbers contradict each other, in a profile that is as it was written.
 *
 * They are left out: none of their numbers is a fact. All else is shown; the totals, which agree with the processors'
 * counts, include what was counted in them. */
#ifndef UI_UI_SUSPECTS_H
#define UI_UI_SUSPECTS_H

#include "ui/model/ui_profile.h"

/* A cell, whether the profile has a record of it or not, and a sentence on what contradicts what. */
typedef struct {
  uint32_t place, bin;
  char *what;
} UiSuspect;

/* With more of them a profile is no use. */
enum { UI_SUSPECTS_MOST = 1000 };

/* Makes an empty list of UiSuspect; free it with g_array_unref(). */
GArray *ui_suspects_new(void);

/* Adds a cell, unless it is one already. Takes `what`. Returns whether it was added. */
bool ui_suspects_add(GArray *suspects, uint32_t place, uint32_t bin, char *what);

/* Removes all records about these cells from the rows of a profile that is not sealed yet, and notes in
 * profile->left_out what they are, for the user. */
void ui_suspects_leave_out(UiProfile *profile, const GArray *suspects);

#endif
