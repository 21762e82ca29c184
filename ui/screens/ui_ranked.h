/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_ranked.h: numbers in order of their size. */
#ifndef UI_SCREENS_UI_RANKED_H
#define UI_SCREENS_UI_RANKED_H

#include <glib.h>
#include <stdint.h>

typedef struct {
  uint32_t index; /* where the amount stood */
  uint64_t amount;
} UiRanked;

/* Those of amounts[0 .. n) that are not zero, as UiRanked: greatest first, the same ones by index. Owned by the caller.
 */
GArray *ui_ranked(const uint64_t *amounts, uint32_t n);

#endif
