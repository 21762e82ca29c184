/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_ranked.h: ranks numbers by size. */
#pragma once

#include <glib.h>
#include <stdint.h>

typedef struct {
  uint32_t index; /* in `amounts` */
  uint64_t amount;
} ScreenRanked;

/* Returns the nonzero elements of amounts[0 .. n) as ScreenRanked: greatest first, equal ones by index. Owned by the
 * caller. */
GArray *screen_ranked(const uint64_t *amounts, uint32_t n);
