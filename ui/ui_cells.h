/* ui_cells.h: the statistics of code segments on data bins: a profile's cells, summed up over the places of
 * each segment.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_CELLS_H
#define UI_UI_CELLS_H

#include "ui/ui_profile.h"

typedef struct {
  uint32_t segment;
  uint32_t bin;
  UiCounts counts;
  uint32_t first_cause, n_causes; /* of UiCells.causes */
} UiSegmentCell;

/* Who caused replacement misses of a cell. */
typedef struct {
  uint32_t bin;
  uint64_t count;
} UiCause;

typedef struct {
  GArray *cells;  /* UiSegmentCell, by segment, then bin */
  GArray *causes; /* UiCause, by cell, then bin */
} UiCells;

/* Sums up. The caller frees the result with ui_cells_clear(). */
UiCells ui_cells_sum(const UiProfile *profile);
void ui_cells_clear(UiCells *cells);

#endif
