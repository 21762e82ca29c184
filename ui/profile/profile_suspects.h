/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_suspects.h: handles cells whose numbers contradict each other, although the profile file was not altered.
 *
 * Such cells are left out, since none of their numbers is reliable. Everything else is shown. The totals, which agree
 * with the processors' counts, include the counts of these cells. */
#pragma once

#include "ui/profile/profile.h"

/* A cell, with or without a record, and a sentence about the contradiction. */
typedef struct {
  uint32_t place, bin;
  char *what;
} ProfileSuspect;

/* The maximum number of contradictory cells. A profile with more of them is refused. */
enum { PROFILE_SUSPECTS_MOST = 1000 };

/* Returns an empty list of ProfileSuspect; free it with g_array_unref(). */
GArray *profile_suspects_new(void);

/* Adds a cell, unless it is in the list. Takes ownership of `what`. Returns whether the cell was added. */
bool profile_suspects_add(GArray *suspects, uint32_t place, uint32_t bin, char *what);

/* Removes all records of the cells in the list from a profile that is not sealed yet, and describes them in
 * profile->left_out, for the user. */
void profile_suspects_leave_out(Profile *profile, const GArray *suspects);
