/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_levels.h: how finely data are told apart: by type, by variable, by call path, by call path and size of blocks.
 *
 * Each level divides the columns of the one before it. ui/names/ui_level_names.h makes the groups. */
#ifndef UI_MODEL_LEVELS_H
#define UI_MODEL_LEVELS_H

#include "ui/model/ui_metric.h"
#include "ui/model/ui_profile.h"

typedef enum { UI_LEVEL_TYPE, UI_LEVEL_VARIABLE, UI_LEVEL_PATH, UI_LEVEL_BLOCK, UI_LEVELS } UiLevel;

/* What is one column at a level. */
typedef struct {
  uint32_t *same;     /* by bin: the one that stands for its group */
  const char **names; /* by bin: what its group is called, raw. No two groups of a level are called alike; of two
                         levels only where one group takes both in */
} UiLevelGroups;

/* At which levels a view is. */
typedef struct {
  const UiLevelGroups *groups; /* by UiLevel; NULL: there is only UI_LEVEL_PATH */
  uint8_t *of;                 /* by bin: its UiLevel; NULL without groups */
} UiLevelState;

/* What the user types for a level: "type", "variable", "path", "block". NULL past the last. */
const char *ui_level_key(UiLevel level);

/* Sets level_of[bin] (n elements) to `level` for the bins that have bins[bin] set, and for all that are in one group
 * with one of them, at this level or at the one that the bin had. */
void ui_levels_set(const UiLevelGroups *levels, uint32_t n, const bool *bins, UiLevel level, uint8_t *level_of);

/* A metric by bin: n_bins elements, owned by the caller. */
uint64_t *ui_levels_by_bin(const UiProfile *profile, UiMetric metric);

/* How much of the metric the UI_LEVEL_COLUMNS largest groups of a level have, in all; and how many groups have some.
 * `by_bin` has n elements. */
enum { UI_LEVEL_COLUMNS = 10 /* as many as a first screen shows */ };
uint64_t ui_levels_explained(const UiLevelGroups *groups, const uint64_t *by_bin, uint32_t n);
uint32_t ui_levels_count(const UiLevelGroups *groups, const uint64_t *by_bin, uint32_t n);

/* Where to start: the finest level but UI_LEVEL_BLOCK at which those columns have at least three quarters of what
 * they have at UI_LEVEL_TYPE. */
UiLevel ui_levels_start(const UiLevelGroups *levels, const uint64_t *by_bin, uint32_t n);

#endif
