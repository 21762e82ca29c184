/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_blame.h: evictors and invalidators: data that pushed data out, code whose stores took data away. */
#pragma once

#include "ui/analysis/ui_focus.h"

typedef enum {
  UI_BLAME_EVICTORS,    /* of replacement misses: culprits are data bins (UI_DATA) */
  UI_BLAME_INVALIDATORS /* of invalidation misses: culprits are code segments (UI_CODE) */
} UiBlameKind;

/* `count` misses of the victim are the culprit's doing. */
typedef struct {
  uint32_t victim;  /* rank on UI_DATA */
  uint32_t culprit; /* rank on ui_blame_axis(kind) */
  uint64_t count;   /* misses; never 0 */
} UiBlamePair;

typedef struct {
  UiBlameKind kind;
  uint64_t total;       /* misses; all pairs add up to it, and so does each of the arrays below */
  GArray *pairs;        /* UiBlamePair: most misses first, then by victim and culprit; each pair once */
  uint64_t *by_victim;  /* misses, by rank on UI_DATA: ui_view_size() elements */
  uint64_t *by_culprit; /* misses, by rank on ui_blame_axis(kind): ui_view_size() elements */
} UiBlameTable;

/* The axis that the culprits of that kind are on. */
UiAxisKind ui_blame_axis(UiBlameKind kind);

/* The misses of the cells in `focus` (NULL: all) whose culprit is picked in `culprits` (a selection on
 * ui_blame_axis(kind); NULL: any), by victim and culprit. Ranks are those of the view, so what the user combined is
 * one. The caller frees the table with ui_blame_free(). */
UiBlameTable *ui_blame_table(const UiView *view, UiBlameKind kind, const UiFocus *focus, const UiSelection *culprits);
void ui_blame_free(UiBlameTable *table);
