/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_served.h: the parts that counts are made up of. */
#pragma once

#include <stddef.h>

#include "ui/model/ui_counts.h"

/* A part of a count. */
typedef struct {
  const char *name; /* for screens; static */
  uint64_t count;
} UiPart;

/* Fills `parts` with the parts of a sum, in the order in which screens show them. Returns how many these are. */
size_t ui_parts(const UiCounts *counts, coh_sum sum, UiPart parts[UI_COUNTS]);

/* As ui_parts(), but with what served misses, without those that served none: none where that was memory alone, or is
 * not known. */
size_t ui_served(const UiCounts *counts, UiPart parts[UI_COUNTS]);

/* As ui_parts(), but with the parts of a count that are not 0. */
size_t ui_parts_of_count(const UiCounts *counts, coh_count whole, UiPart parts[UI_COUNTS]);

/* Fills `alone` with the counts, other than references and stall, that are no part of another one. Returns how many these
 * are. */
size_t ui_counts_alone(coh_count alone[UI_COUNTS]);
