/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_diff.h: two profiles side by side, with matched items and their changes. ui_diff_match.h makes one. */
#pragma once

#include "ui/model/ui_view.h"

enum { UI_BEFORE, UI_AFTER, UI_SIDES };

typedef struct {
  char *name;      /* short, unique on its axis, printable; the later profile's if it is in both */
  char *full_name; /* key of the match, not escaped; the later profile's if it is in both */
  bool in[UI_SIDES];
  bool loosely;              /* in both, but the full names differ: it moved */
  double half;               /* half the width of the interval of the metric's change; UI_ESTIMATE_UNKNOWN: none */
  UiCounts counts[UI_SIDES]; /* 0 on a side without it, here and below */
  uint64_t instructions[UI_SIDES];
} UiDiffItem;

/* One code item on one data item: at least one side has such a cell. */
typedef struct {
  uint32_t code, data; /* ranks of the items */
  double half;         /* as that of an item */
  UiCounts counts[UI_SIDES];
} UiDiffCell;

/* An option of the tool that had different values. */
typedef struct {
  const char *name;            /* not escaped; likewise the values */
  const char *value[UI_SIDES]; /* NULL: not in that profile. They belong to the profiles */
  bool machine;                /* a machine option: the counts are hard to compare */
} UiDiffOption;

typedef struct {
  const UiView *views[UI_SIDES];
  const UiView *by;                     /* the view whose metric ranks: stall cycles if either profile has any */
  GPtrArray *items[UI_AXES];            /* UiDiffItem *: the greatest change first, then the greatest count */
  uint32_t *rank_of[UI_AXES][UI_SIDES]; /* by rank in the view of that side: rank of the item */
  GArray *cells;                        /* UiDiffCell, in the same order */
  GArray *options;                      /* UiDiffOption, by name */
} UiDiff;

/* A difference of two counts: those have 64 bits, so it does not fit into a signed number. */
typedef struct {
  bool less; /* a decrease */
  uint64_t amount;
} UiChange;

/* Frees a difference of ui_diff_match(). */
void ui_diff_free(UiDiff *diff);

/* Returns the change from `before` to `after`. */
UiChange ui_diff_change(uint64_t before, uint64_t after);

/* Return the value of the metric that ranks, and its change; `sides` are the counts of both sides. */
uint64_t ui_diff_metric(const UiDiff *diff, const UiCounts *counts);
UiChange ui_diff_metric_change(const UiDiff *diff, const UiCounts sides[UI_SIDES]);

/* Returns the item of a rank on an axis. */
const UiDiffItem *ui_diff_item(const UiDiff *diff, UiAxisKind axis, uint32_t rank);

/* Returns whether the profiles are of different machines. */
bool ui_diff_machines_differ(const UiDiff *diff);
