/* ui_cells.h: the statistics of code segments on data bins: a profile's cells, summed up over the places of
 * each segment.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_CELLS_H
#define UI_UI_CELLS_H

#include "ui/model/ui_profile.h"

/* Who caused misses of a cell. */
typedef struct {
  uint32_t who; /* number of a bin or segment */
  uint64_t count;
} UiCause;

/* Elements first .. first + n - 1 of UiCells.causes. */
typedef struct {
  uint32_t first, n;
} UiCauses;

typedef struct {
  uint32_t segment;
  uint32_t bin;
  UiCounts counts;
  UiCauses evictors;     /* bins, of its replacement misses */
  UiCauses invalidators; /* segments, of its invalidation misses */
} UiSegmentCell;

typedef struct {
  GArray *cells;  /* UiSegmentCell, by segment, then bin */
  GArray *causes; /* UiCause; those of a cell by who */
} UiCells;

/* Sums up. The caller frees the result with ui_cells_clear(). */
UiCells ui_cells_sum(const UiProfile *profile);
void ui_cells_clear(UiCells *cells);

#endif
