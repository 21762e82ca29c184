/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_suspects.h: cells whose numbers contradict each other, in an unaltered profile.
 *
 * They are left out, since none of their numbers is reliable. All else is shown; the totals, which agree with the
 * processors' counts, include their counts. */
#pragma once

#include "ui/model/ui_profile.h"

/* A cell, with or without a record, and a sentence about the contradiction. */
typedef struct {
  uint32_t place, bin;
  char *what;
} UiSuspect;

/* A profile with more of them is refused. */
enum { UI_SUSPECTS_MOST = 1000 };

/* Returns an empty list of UiSuspect; free it with g_array_unref(). */
GArray *ui_suspects_new(void);

/* Adds a cell, unless it is in the list. Takes `what`. Returns whether it was added. */
bool ui_suspects_add(GArray *suspects, uint32_t place, uint32_t bin, char *what);

/* Removes all records of these cells from a profile that is not sealed yet, and describes them in profile->left_out,
 * for the user. */
void ui_suspects_leave_out(UiProfile *profile, const GArray *suspects);
