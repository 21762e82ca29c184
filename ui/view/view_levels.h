/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_levels.h: the granularity of code and data in a view. Rows of code are functions, in which inlined functions are
 * included or not. Columns of data are types, variables, call paths, or call paths with a block size. Each of these
 * levels divides the columns of the previous level. ui/names/name_level_names.h makes the groups. */
#pragma once

#include "ui/profile/profile.h"
#include "ui/view/view_metric.h"

typedef enum { VIEW_LEVEL_TYPE, VIEW_LEVEL_VARIABLE, VIEW_LEVEL_PATH, VIEW_LEVEL_BLOCK, VIEW_LEVELS } ViewLevel;

/* The columns at one level. */
typedef struct {
  uint32_t *same;     /* indexed by bin: the bin that represents its group */
  const char **names; /* indexed by bin: name of its group, not escaped for printing. It is unique within a level.
                         Groups of two levels have the same name only if one contains the other */
} ViewLevelGroups;

/* The current level of each bin in a view. */
typedef struct {
  const ViewLevelGroups *groups; /* indexed by ViewLevel: its groups; NULL: only VIEW_LEVEL_PATH exists */
  uint8_t *of;                   /* indexed by bin: ViewLevel of the bin; NULL if `groups` is NULL */
  bool whole_functions; /* whether the code of inlined functions belongs to the rows of the functions that contain it */
} ViewLevelState;

/* Returns the key of a level: "type", "variable", "path" or "block"; NULL: the number is after the last level. */
const char *view_level_key(ViewLevel level);

/* Sets level_of[bin] to `level` for each bin with bins[bin] set. Also sets it for all bins that are in the same group
 * as such a bin, either at `level` or at the previous level of that bin. Both arrays have n elements. */
void view_levels_set(const ViewLevelGroups *levels, uint32_t n, const bool *bins, ViewLevel level, uint8_t *level_of);

/* Returns the value of the metric for each bin, as an array of profile->n_bins elements. The caller owns the array. */
uint64_t *view_levels_by_bin(const Profile *profile, ViewMetric metric);

/* view_levels_explained() returns the sum of the metric over the VIEW_LEVEL_COLUMNS largest groups of a level.
 * view_levels_count() returns the number of groups whose metric is not 0. `by_bin` contains the metric of each of the n
 * bins. */
enum { VIEW_LEVEL_COLUMNS = 10 /* number of columns on the first screen */ };
uint64_t view_levels_explained(const ViewLevelGroups *groups, const uint64_t *by_bin, uint32_t n);
uint32_t view_levels_count(const ViewLevelGroups *groups, const uint64_t *by_bin, uint32_t n);

/* Returns the level for the first screen. This is the finest level, except VIEW_LEVEL_BLOCK, at which
 * view_levels_explained() is at least three quarters of its value at VIEW_LEVEL_TYPE. */
ViewLevel view_levels_start(const ViewLevelGroups *levels, const uint64_t *by_bin, uint32_t n);
