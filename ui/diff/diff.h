/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff.h: two profiles side by side, with matched items and their changes. diff_match.h makes one. */
#pragma once

#include "ui/view/view.h"

enum { DIFF_BEFORE, DIFF_AFTER, DIFF_SIDES };

typedef struct {
  char *name;      /* short, unique on its axis, printable; the later profile's if it is in both */
  char *full_name; /* key of the match, not escaped; the later profile's if it is in both */
  bool in[DIFF_SIDES];
  bool loosely; /* in both, but the full names differ: it moved */
  double half;  /* half the width of the interval of the metric's change; VIEW_ESTIMATE_UNKNOWN: none */
  ProfileCounts counts[DIFF_SIDES]; /* 0 on a side without it, here and below */
  uint64_t instructions[DIFF_SIDES];
} DiffItem;

/* One code item on one data item: at least one side has such a cell. */
typedef struct {
  uint32_t code, data; /* ranks of the items */
  double half;         /* as that of an item */
  ProfileCounts counts[DIFF_SIDES];
} DiffCell;

/* An option of the tool that had different values. */
typedef struct {
  const char *name;              /* not escaped; likewise the values */
  const char *value[DIFF_SIDES]; /* NULL: not in that profile. They belong to the profiles */
  bool machine;                  /* a machine option: the counts are hard to compare */
} DiffOption;

typedef struct {
  const View *views[DIFF_SIDES];
  const View *by;                           /* the view whose metric ranks: stall cycles if either profile has any */
  GPtrArray *items[VIEW_AXES];              /* DiffItem *: the greatest change first, then the greatest count */
  uint32_t *rank_of[VIEW_AXES][DIFF_SIDES]; /* by rank in the view of that side: rank of the item */
  GArray *cells;                            /* DiffCell, in the same order */
  GArray *options;                          /* DiffOption, by name */
} Diff;

/* A difference of two counts: those have 64 bits, so it does not fit into a signed number. */
typedef struct {
  bool less; /* a decrease */
  uint64_t amount;
} DiffChange;

/* Frees a difference of diff_match(). */
void diff_free(Diff *diff);

/* Returns the change from `before` to `after`. */
DiffChange diff_change(uint64_t before, uint64_t after);

/* Return the value of the metric that ranks, and its change; `sides` are the counts of both sides. */
uint64_t diff_metric(const Diff *diff, const ProfileCounts *counts);
DiffChange diff_metric_change(const Diff *diff, const ProfileCounts sides[DIFF_SIDES]);

/* Returns the item of a rank on an axis. */
const DiffItem *diff_item(const Diff *diff, ViewAxisKind axis, uint32_t rank);

/* Returns whether the profiles are of different machines. */
bool diff_machines_differ(const Diff *diff);
