/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_ranked.h: ranks numbers by size. */
#pragma once

#include <glib.h>
#include <stdint.h>

typedef struct {
  uint32_t index; /* in `amounts` */
  uint64_t amount;
} UiRanked;

/* Returns the nonzero elements of amounts[0 .. n) as UiRanked: greatest first, equal ones by index. Owned by the
 * caller. */
GArray *ui_ranked(const uint64_t *amounts, uint32_t n);
