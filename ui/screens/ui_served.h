/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_served.h: the parts of counts. */
#pragma once

#include <stddef.h>

#include "ui/model/ui_counts.h"

/* A part of a count. */
typedef struct {
  const char *name; /* for screens; static */
  uint64_t count;
} UiPart;

/* Sets parts[] to the parts of a sum, in the order of screens. Returns their number. */
size_t ui_parts(const UiCounts *counts, coh_sum sum, UiPart parts[UI_COUNTS]);

/* As ui_parts(), but with the servers of misses, without those that served none. No parts if memory served all misses,
 * or if the servers are unknown. */
size_t ui_served(const UiCounts *counts, UiPart parts[UI_COUNTS]);

/* As ui_parts(), but with the nonzero parts of a count. */
size_t ui_parts_of_count(const UiCounts *counts, coh_count whole, UiPart parts[UI_COUNTS]);

/* Sets alone[] to the counts, other than references and stall, that are no part of another count. Returns their
 * number. */
size_t ui_counts_alone(coh_count alone[UI_COUNTS]);
