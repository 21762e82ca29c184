/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_fetches.h: the identities of instruction fetches, their misses and evictors, for ui_check.c. */
#ifndef UI_UI_CHECK_FETCHES_H
#define UI_UI_CHECK_FETCHES_H

#include "ui/model/ui_profile.h"

/* How far the check has come. All zero: nowhere. */
typedef struct {
  UiFetchCounts processors, places; /* sums */
  uint64_t fetches;                 /* the same */
  guint miss;                       /* all before it have had their evictors */
  uint64_t evicted;                 /* of that one's evictors so far */
} UiCheckFetches;

/* Check one more record, the last of its kind in profile->rows; and, when no more follow, what is left open. NULL, or a
 * new sentence on what is wrong. */
char *ui_check_icache(UiCheckFetches *check, const UiProfile *profile);
char *ui_check_fetch_miss(UiCheckFetches *check, const UiProfile *profile);
char *ui_check_fetch_evictor(UiCheckFetches *check, const UiProfile *profile);
char *ui_check_fetches_end(UiCheckFetches *check, const UiProfile *profile);

#endif
