/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff.h: the difference of two profiles: matched items side by side, and their changes. diff_match.h makes it. */
#pragma once

#include "ui/view/view.h"

enum { DIFF_BEFORE, DIFF_AFTER, DIFF_SIDES };

typedef struct {
  char *name;      /* short name, unique on its axis, printable; from the later profile if both have the item */
  char *full_name; /* key of the match, not escaped; from the later profile if both have the item */
  bool in[DIFF_SIDES];
  bool loosely; /* both profiles have the item, but with different full names: it moved */
  double half;  /* half the width of the confidence interval of the metric's change; VIEW_ESTIMATE_UNKNOWN: not known */
  ProfileCounts counts[DIFF_SIDES]; /* counts on both sides; 0 on a side that does not have the item */
  uint64_t instructions[DIFF_SIDES];
} DiffItem;

/* The cell of a code item and a data item: at least one side has such a cell. */
typedef struct {
  uint32_t code, data; /* ranks of the items */
  double half;         /* half the width of the confidence interval of the metric's change, as in an item */
  ProfileCounts counts[DIFF_SIDES];
} DiffCell;

/* An option of the tool that has different values in the two runs. */
typedef struct {
  const char *name;              /* not escaped, as the values */
  const char *value[DIFF_SIDES]; /* owned by the profiles; NULL: the profile does not have the option */
  bool machine;                  /* an option of the machine, so that the counts are hard to compare */
} DiffOption;

typedef struct {
  const View *views[DIFF_SIDES];
  const View *by;                           /* the view whose metric ranks: stall cycles if either profile has any */
  GPtrArray *items[VIEW_AXES];              /* DiffItem *: the greatest change first, then the greatest count */
  uint32_t *rank_of[VIEW_AXES][DIFF_SIDES]; /* by rank in the view of that side: rank of the item */
  GArray *cells;                            /* DiffCell, in the same order */
  GArray *options;                          /* DiffOption, by name */
  GArray *findings; /* DiffFinding (diff_findings.h), the greatest change first; NULL: not made */
} Diff;

/* The difference of two counts. Counts have 64 bits, so it does not fit into a signed number. */
typedef struct {
  bool less; /* the count has decreased */
  uint64_t amount;
} DiffChange;

/* Frees a difference of diff_match(). */
void diff_free(Diff *diff);

/* Returns the change from `before` to `after`. */
DiffChange diff_change(uint64_t before, uint64_t after);

/* Return the value of the metric that ranks items, and the change of this value; `sides` are the counts of both
 * sides. */
uint64_t diff_metric(const Diff *diff, const ProfileCounts *counts);
DiffChange diff_metric_change(const Diff *diff, const ProfileCounts sides[DIFF_SIDES]);

/* Returns the item of a rank on an axis. */
const DiffItem *diff_item(const Diff *diff, ViewAxisKind axis, uint32_t rank);

/* Returns whether the profiles are of different machines. */
bool diff_machines_differ(const Diff *diff);
