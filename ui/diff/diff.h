/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff.h: the difference between two profiles. It contains the matched items with their counts in both profiles.
 * diff_match.h makes it. */
#pragma once

#include "ui/view/view.h"

enum { DIFF_BEFORE, DIFF_AFTER, DIFF_SIDES };

typedef struct {
  char *name;      /* short name, unique on its axis, escaped for printing; from the later profile if both profiles have
                      the item */
  char *full_name; /* full name, by which items match, not escaped for printing; from the later profile if both profiles
                      have the item */
  bool in[DIFF_SIDES];
  bool loosely; /* whether both profiles have the item, but with different full names, because it moved */
  double half;  /* half the width of the confidence interval for the change of the metric; VIEW_ESTIMATE_UNKNOWN:
                   unknown */
  ProfileCounts counts[DIFF_SIDES]; /* counts of the item in each profile; 0 for a profile that does not have the
                                       item */
  uint64_t instructions[DIFF_SIDES];
} DiffItem;

/* The cell of a code item and a data item, which at least one profile has. */
typedef struct {
  uint32_t code, data; /* ranks of the code item and of the data item */
  double half;         /* half the width of the confidence interval for the change of the metric, as in an item */
  ProfileCounts counts[DIFF_SIDES];
} DiffCell;

/* An option of the tool that had different values in the two profiled runs. */
typedef struct {
  const char *name;              /* name of the option; like the values, it is not escaped for printing */
  const char *value[DIFF_SIDES]; /* values in both profiles, which own them; NULL: the profile does not have the
                                    option */
  bool machine;                  /* whether the option describes the machine, so that the counts are difficult to
                                    compare */
} DiffOption;

typedef struct {
  const View *views[DIFF_SIDES];
  const View *by;                           /* the view whose metric determines ranks. The metric is the stall cycles if
                                               either profile has any */
  GPtrArray *items[VIEW_AXES];              /* DiffItem *: sorted by decreasing change, then by decreasing counts */
  uint32_t *rank_of[VIEW_AXES][DIFF_SIDES]; /* for each axis, each profile, and each rank in the view of this profile:
                                               rank of the same item in the difference */
  GArray *cells;                            /* DiffCell: sorted as the items are */
  GArray *options;                          /* DiffOption: sorted by name */
  GArray *findings; /* DiffFinding (diff_findings.h): sorted by decreasing change; NULL: not made */
} Diff;

/* The difference between two counts. A signed number cannot represent it, because counts have 64 bits. */
typedef struct {
  bool less; /* whether the count has decreased */
  uint64_t amount;
} DiffChange;

/* Frees a difference that diff_match() has returned. */
void diff_free(Diff *diff);

/* Returns the change from `before` to `after`. */
DiffChange diff_change(uint64_t before, uint64_t after);

/* The next two functions return the value of the metric that determines ranks, and the change of this value. `sides`
 * are the counts in both profiles. */
uint64_t diff_metric(const Diff *diff, const ProfileCounts *counts);
DiffChange diff_metric_change(const Diff *diff, const ProfileCounts sides[DIFF_SIDES]);

/* Returns the item with this rank on an axis. */
const DiffItem *diff_item(const Diff *diff, ViewAxisKind axis, uint32_t rank);

/* Returns whether the profiles were made on different simulated machines. */
bool diff_machines_differ(const Diff *diff);
