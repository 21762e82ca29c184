/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_nearest.c: compares names by their edit distance. Swapping two adjacent characters counts as one edit. */
#include "ui/base/ui_nearest.h"

#include <string.h>

enum { LONGEST = 64 }; /* number of characters of a name that are compared, from the start */

void ui_nearest_start(UiNearest *nearest, const char *wrong) {
  nearest->wrong = g_ascii_strdown(wrong, (gssize)strnlen(wrong, LONGEST));
  nearest->best = NULL;
  nearest->distance = (unsigned)strlen(nearest->wrong) / 2 + 1; /* a candidate at this distance or more is not
                                                                   similar */
}

static unsigned edit_distance(const char *a, const char *b) {
  const size_t n = strlen(b);
  unsigned rows[3][LONGEST + 1]; /* edit distances for the row before the previous one, for the previous row, and for
                                    the current row */
  for (size_t j = 0; j <= n; j++) rows[1][j] = (unsigned)j;
  for (size_t i = 1; a[i - 1] != '\0'; i++) {
    rows[2][0] = (unsigned)i;
    for (size_t j = 1; j <= n; j++) {
      unsigned best = rows[1][j - 1] + (a[i - 1] != b[j - 1]);
      best = MIN(best, MIN(rows[1][j], rows[2][j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) best = MIN(best, rows[0][j - 2] + 1);
      rows[2][j] = best;
    }
    memcpy(rows[0], rows[1], sizeof rows[0]);
    memcpy(rows[1], rows[2], sizeof rows[0]);
  }
  return rows[1][n];
}

void ui_nearest_offer(UiNearest *nearest, const char *candidate) {
  g_autofree char *lower = g_ascii_strdown(candidate, (gssize)strnlen(candidate, LONGEST));
  unsigned distance = edit_distance(nearest->wrong, lower);
  /* The user possibly typed only the start of a name. */
  if (strlen(lower) > strlen(nearest->wrong)) {
    g_autofree char *start = g_strndup(lower, strlen(nearest->wrong));
    distance = MIN(distance, edit_distance(nearest->wrong, start) + 1);
  }
  /* A candidate that contains the typed word is nearer than all others. If there are several, the shortest is the
   * nearest. */
  if (strlen(nearest->wrong) >= 2 && strstr(lower, nearest->wrong) != NULL) distance = 1 + distance / LONGEST;
  if (distance >= nearest->distance) return;
  nearest->distance = distance;
  nearest->best = candidate;
}

const char *ui_nearest_take(UiNearest *nearest) {
  g_clear_pointer(&nearest->wrong, g_free);
  return nearest->best;
}
