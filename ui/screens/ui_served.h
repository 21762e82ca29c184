/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_served.h: which cache or memory served misses. */
#pragma once

#include <stddef.h>

#include "ui/model/ui_counts.h"

/* A part of a count. */
typedef struct {
  const char *name; /* for screens; static */
  uint64_t count;
} UiPart;

enum { UI_SERVERS = 4 };

/* Fills `parts` with the counts of misses by server, in the order of screens, without zeros. Returns their number: 0
 * if memory served all, or if it is not known. */
size_t ui_served(const UiCounts *counts, UiPart parts[UI_SERVERS]);
