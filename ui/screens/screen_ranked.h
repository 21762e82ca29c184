/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_ranked.h: ranks numbers by size. */
#pragma once

#include <glib.h>
#include <stdint.h>

typedef struct {
  uint32_t index; /* index in `amounts` */
  uint64_t amount;
} ScreenRanked;

/* Returns the elements of amounts[0 .. n) that are not zero, as an array of ScreenRanked. The greatest come first, and
 * equal ones are sorted by index. The caller frees the array. */
GArray *screen_ranked(const uint64_t *amounts, uint32_t n);
