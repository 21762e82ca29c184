/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_nearest.h: finds the name that a user meant by a mistyped one. */
#pragma once

#include <glib.h>

typedef struct {
  char *wrong; /* the typed name in lower case */
  const char *best;
  unsigned distance; /* from `wrong` to `best`: more is worse */
} UiNearest;

/* Search for the candidate nearest to `wrong`: start, offer each candidate, take the best; NULL if none is near.
 * Candidates must outlive the search. Case does not count; a candidate that contains `wrong` is near. */
void ui_nearest_start(UiNearest *nearest, const char *wrong);
void ui_nearest_offer(UiNearest *nearest, const char *candidate);
const char *ui_nearest_take(UiNearest *nearest);
