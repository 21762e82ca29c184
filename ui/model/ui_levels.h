/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_levels.h: the granularity of data: by type, by variable, by call path, by call path and block size. Each level
 * divides the columns of the previous one. ui/names/ui_level_names.h makes the groups. */
#pragma once

#include "ui/model/ui_metric.h"
#include "ui/model/ui_profile.h"

typedef enum { UI_LEVEL_TYPE, UI_LEVEL_VARIABLE, UI_LEVEL_PATH, UI_LEVEL_BLOCK, UI_LEVELS } UiLevel;

/* The columns of a level. */
typedef struct {
  uint32_t *same;     /* by bin: the representative of its group */
  const char **names; /* by bin: the name of its group, not escaped. Unique within a level; groups of two levels share
                         a name only if one contains the other */
} UiLevelGroups;

/* The levels of a view. */
typedef struct {
  const UiLevelGroups *groups; /* by UiLevel; NULL: only UI_LEVEL_PATH exists */
  uint8_t *of;                 /* by bin: its UiLevel; NULL without groups */
} UiLevelState;

/* Returns the key of a level: "type", "variable", "path", "block"; NULL after the last. */
const char *ui_level_key(UiLevel level);

/* Sets level_of[bin] (n elements) to `level` for the bins with bins[bin] set, and for all bins in a group with
 * one of them, at this level or at the bin's previous one. */
void ui_levels_set(const UiLevelGroups *levels, uint32_t n, const bool *bins, UiLevel level, uint8_t *level_of);

/* Returns a metric by bin: n_bins elements, owned by the caller. */
uint64_t *ui_levels_by_bin(const UiProfile *profile, UiMetric metric);

/* Return the sum of the metric over the UI_LEVEL_COLUMNS largest groups of a level, and the number of groups with a
 * nonzero value. `by_bin` has n elements. */
enum { UI_LEVEL_COLUMNS = 10 /* columns of a first screen */ };
uint64_t ui_levels_explained(const UiLevelGroups *groups, const uint64_t *by_bin, uint32_t n);
uint32_t ui_levels_count(const UiLevelGroups *groups, const uint64_t *by_bin, uint32_t n);

/* Returns the level to start with: the finest one, other than UI_LEVEL_BLOCK, at which those columns have at least
 * three quarters of their sum at UI_LEVEL_TYPE. */
UiLevel ui_levels_start(const UiLevelGroups *levels, const uint64_t *by_bin, uint32_t n);
