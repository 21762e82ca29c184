/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_served.h: what served misses. */
#ifndef UI_SCREENS_UI_SERVED_H
#define UI_SCREENS_UI_SERVED_H

#include <stddef.h>

#include "ui/model/ui_counts.h"

/* What a count is made up of: how many of one kind. */
typedef struct {
  const char *name; /* as screens show it; never freed */
  uint64_t count;
} UiPart;

enum { UI_SERVERS = 4 };

/* Fills `parts` with what served the misses of *counts, in the order in which screens tell it, without those that
 * served none. Returns how many these are: 0 where that was memory alone, or is not known. */
size_t ui_served(const UiCounts *counts, UiPart parts[UI_SERVERS]);

#endif
