/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_levels.h: the granularity of code: by function, with inlined functions apart or not; and of data: by type, by variable, by call path, by call path and block size. Each level
 * divides the columns of the previous one. ui/names/name_level_names.h makes the groups. */
#pragma once

#include "ui/profile/profile.h"
#include "ui/view/view_metric.h"

typedef enum { VIEW_LEVEL_TYPE, VIEW_LEVEL_VARIABLE, VIEW_LEVEL_PATH, VIEW_LEVEL_BLOCK, VIEW_LEVELS } ViewLevel;

/* The columns of a level. */
typedef struct {
  uint32_t *same;     /* by bin: the bin that represents its group */
  const char **names; /* by bin: the name of its group, not escaped. Unique within a level; groups of two levels share
                         a name only if one contains the other */
} ViewLevelGroups;

/* The levels of a view. */
typedef struct {
  const ViewLevelGroups *groups; /* array, by ViewLevel; NULL: only VIEW_LEVEL_PATH exists */
  uint8_t *of;                   /* array, by bin: the ViewLevel of the bin; NULL if `groups` is NULL */
  bool whole_functions; /* the code of inlined functions belongs to the rows of the functions that contain it */
} ViewLevelState;

/* Returns the key of a level: "type", "variable", "path", "block"; NULL after the last. */
const char *view_level_key(ViewLevel level);

/* Sets level_of[bin] to `level` for each bin with bins[bin] set. Also sets the level of all bins that share a group
 * with such a bin, at `level` or at that bin's previous level. Both arrays have n elements. */
void view_levels_set(const ViewLevelGroups *levels, uint32_t n, const bool *bins, ViewLevel level, uint8_t *level_of);

/* Returns an array with the metric of each bin. It has profile->n_bins elements, and the caller owns it. */
uint64_t *view_levels_by_bin(const Profile *profile, ViewMetric metric);

/* view_levels_explained() returns the sum of the metric over the VIEW_LEVEL_COLUMNS largest groups of a level.
 * view_levels_count() returns the number of groups whose metric is not 0. `by_bin` has the metric of each of the n
 * bins. */
enum { VIEW_LEVEL_COLUMNS = 10 /* columns of a first screen */ };
uint64_t view_levels_explained(const ViewLevelGroups *groups, const uint64_t *by_bin, uint32_t n);
uint32_t view_levels_count(const ViewLevelGroups *groups, const uint64_t *by_bin, uint32_t n);

/* Returns the level to start with: the finest level, other than VIEW_LEVEL_BLOCK, at which view_levels_explained() is
 * at least three quarters of its value at VIEW_LEVEL_TYPE. */
ViewLevel view_levels_start(const ViewLevelGroups *levels, const uint64_t *by_bin, uint32_t n);
