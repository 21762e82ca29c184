/* ui_advice_cells.h: the cells of the matrix that advice is about: those with enough stall, and what evicted their
 * lines.
 *
 * Columns with less than a 100th of the stall are left out. In each of the others, rows with less than a 500th of the
 * stall are put together to one cell, so that a bin that many functions wait for a little is seen too.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_ADVICE_CELLS_H
#define UI_UI_ADVICE_CELLS_H

#include "ui/analysis/ui_focus.h"

/* Replacement misses of a cell that one column caused. */
typedef struct {
  uint32_t by; /* rank on UI_DATA */
  uint64_t count;
} UiEvictions;

typedef struct {
  uint32_t column; /* rank on UI_DATA */
  uint32_t row;    /* rank on UI_CODE: the row, or, of rows put together, that with the most stall in one place */
  uint32_t place;  /* numbers of the profile: the place, and the bin, with the most stall */
  uint32_t bin;
  uint64_t place_stall; /* cycles */
  UiCounts counts;
  guint first, n; /* elements of UiAdviceCells.evictions: by column, each once */
} UiAdviceCell;

typedef struct {
  GArray *cells;     /* UiAdviceCell */
  GArray *evictions; /* UiEvictions */
  uint64_t stall;    /* cycles of all cells in focus, also of those left out */
} UiAdviceCells;

/* Gathers the cells in focus (NULL: all). The caller frees the result with ui_advice_cells_clear(). */
UiAdviceCells ui_advice_cells(const UiView *view, const UiFocus *focus);
void ui_advice_cells_clear(UiAdviceCells *cells);

#endif
