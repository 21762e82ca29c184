/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_nearest.h: what a user may have meant. */
#ifndef UI_UI_NEAREST_H
#define UI_UI_NEAREST_H

#include <glib.h>

typedef struct {
  char *wrong; /* what was typed, in lower case */
  const char *best;
  unsigned distance; /* of best from wrong: more is worse */
} UiNearest;

/* Looks for the candidate nearest to `wrong`: start, offer each candidate (it must live as long), and take
 * the best: NULL when none is near. Case does not count, and a candidate that contains `wrong` is near. */
void ui_nearest_start(UiNearest *nearest, const char *wrong);
void ui_nearest_offer(UiNearest *nearest, const char *candidate);
const char *ui_nearest_take(UiNearest *nearest);

#endif
