/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_fetches.h: the identities of instruction fetches, their misses and evictors, for ui_check.c. */
#pragma once

#include "ui/model/ui_profile.h"

/* State of the check; starts as zeros. */
typedef struct {
  UiFetchCounts processors, places; /* sums */
  uint64_t fetches;                 /* sum */
  guint miss;                       /* the evictors of all earlier ones are complete */
  uint64_t evicted;                 /* that one's total so far */
} UiCheckFetches;

/* Check the last record of its kind in profile->rows; the last function completes the check. Return NULL, or a
 * message, owned by the caller. */
char *ui_check_icache(UiCheckFetches *check, const UiProfile *profile);
char *ui_check_fetch_miss(UiCheckFetches *check, const UiProfile *profile);
char *ui_check_fetch_evictor(UiCheckFetches *check, const UiProfile *profile);
char *ui_check_fetches_end(UiCheckFetches *check, const UiProfile *profile);
