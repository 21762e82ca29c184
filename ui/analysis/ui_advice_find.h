/* ui_advice_find.h: troubles: what the rules find in cells, each trouble by one rule. Only for the files of
 * ui_advice*.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_ADVICE_FIND_H
#define UI_UI_ADVICE_FIND_H

#include "ui/analysis/ui_advice_cells.h"
#include "ui/analysis/ui_advice_rules.h"
#include "ui/analysis/ui_stall.h"
#include "ui/model/ui_machine.h"
#include "ui/names/ui_names.h"

/* What is known of a column of the view. */
typedef struct {
  uint64_t bytes; /* of all blocks of its bins; 0: unknown */
  uint64_t lines; /* of the cache that these may take at most */
  bool stack;     /* it is stack, all of it */
  double fetches; /* misses on it for each line that it has (as first references show, or `lines`) */
  double shared;  /* processors that fetch a line of it on average: first references / lines; 0: unknown */
} UiDataFacts;

typedef struct {
  const UiView *view;
  const UiNames *names;
  const UiFocus *focus;
  UiLatencies latencies;
  UiCache cache;       /* first level */
  bool kinds;          /* replacement misses are distinguished: capacity, conflict */
  unsigned processors; /* that did something */
  double stall;        /* cycles in focus */
  UiDataFacts *facts;  /* by column */
} UiAdviceContext;

/* A trouble: what one rule found in one column (and another). */
typedef struct {
  UiRule rule;
  uint32_t data, other; /* columns; other: UI_ADVICE_NONE where there is no other */
  double cycles;        /* that it explains */
  double misses;        /* (or upgrades) that it explains */
  UiCounts counts;      /* of all cells concerned */
  guint last_cell;      /* that was added to the counts */
  double most;          /* cycles of the cell that the next three are from */
  uint32_t row, place, bin;
  double backward; /* of the misses, those of `other` caused by `data` (cross-interference) */
} UiTrouble;

/* Finds the troubles in cells; `all` are the cells of the whole view, which may be the same. GArray of UiTrouble, owned
 * by the caller. */
GArray *ui_advice_find(const UiAdviceContext *context, const UiAdviceCells *cells, const UiAdviceCells *all);

/* Number of the hottest shared line that has uses of a column, or UI_ADVICE_NONE. */
uint32_t ui_advice_hot_line(const UiAdviceContext *context, uint32_t column);

#endif
