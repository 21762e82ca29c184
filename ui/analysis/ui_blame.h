/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_blame.h: the requesters of evictions (data that replaced data) and of invalidations (code whose stores invalidated
 * data). */
#pragma once

#include "ui/analysis/ui_focus.h"

typedef enum {
  UI_BLAME_EVICTORS,    /* replacement misses; culprits are data bins (UI_DATA) */
  UI_BLAME_INVALIDATORS /* invalidation misses; culprits are code segments (UI_CODE) */
} UiBlameKind;

/* The culprit causes `count` misses of the victim. */
typedef struct {
  uint32_t victim;  /* rank on UI_DATA */
  uint32_t culprit; /* rank on ui_blame_axis(kind) */
  uint64_t count;   /* misses; never 0 */
} UiBlamePair;

typedef struct {
  UiBlameKind kind;
  uint64_t total;       /* misses; the sum of all pairs, and of each array below */
  GArray *pairs;        /* UiBlamePair: by falling misses, then by victim and culprit; each pair once */
  uint64_t *by_victim;  /* misses, by rank on UI_DATA: ui_view_size() elements */
  uint64_t *by_culprit; /* misses, by rank on ui_blame_axis(kind): ui_view_size() elements */
} UiBlameTable;

/* Returns the axis of the culprits of that kind. */
UiAxisKind ui_blame_axis(UiBlameKind kind);

/* Returns the misses of the cells in `focus` (NULL: all) by victim and culprit. Culprits are those picked in `culprits`
 * (a selection on ui_blame_axis(kind); NULL: all). Ranks are those of the view, so combined items count as one. The
 * caller frees the table with ui_blame_free(). */
UiBlameTable *ui_blame_table(const UiView *view, UiBlameKind kind, const UiFocus *focus, const UiSelection *culprits);
void ui_blame_free(UiBlameTable *table);
