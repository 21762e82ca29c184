/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_nearest.h: finds the name that a user meant but mistyped. */
#pragma once

#include <glib.h>

typedef struct {
  char *wrong; /* the typed name in lower case */
  const char *best;
  unsigned distance; /* distance from `wrong` to `best`; a greater number means less similar */
} UiNearest;

/* The next three functions search for the candidate that is most similar to `wrong`. Start the search, offer each
 * candidate, then take the best one, which is NULL if none is similar. Candidates must outlive the search. Upper and
 * lower case do not differ. A candidate that contains `wrong` is similar. */
void ui_nearest_start(UiNearest *nearest, const char *wrong);
void ui_nearest_offer(UiNearest *nearest, const char *candidate);
const char *ui_nearest_take(UiNearest *nearest);
