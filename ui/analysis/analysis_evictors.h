/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_evictors.h: finds the culprits of misses: for replacement misses, the data that replaced other data; for
 * invalidation misses, the code whose stores invalidated data. */
#pragma once

#include "ui/analysis/analysis_focus.h"

typedef enum {
  ANALYSIS_BLAME_EVICTORS,    /* for replacement misses, whose culprits are data bins (VIEW_DATA) */
  ANALYSIS_BLAME_INVALIDATORS /* for invalidation misses, whose culprits are code segments (VIEW_CODE) */
} AnalysisEvictorsKind;

/* The number of misses that one culprit causes for one victim. */
typedef struct {
  uint32_t victim;  /* rank of the victim on VIEW_DATA */
  uint32_t culprit; /* rank of the culprit on analysis_evictors_axis(kind) */
  uint64_t count;   /* number of misses; never 0 */
} AnalysisEvictorsPair;

typedef struct {
  AnalysisEvictorsKind kind;
  uint64_t total;       /* number of misses: the sum of all pairs, and of each array below */
  GArray *pairs;        /* AnalysisEvictorsPair: sorted by decreasing misses, then by victim and culprit; each pair
                           occurs once */
  uint64_t *by_victim;  /* misses by the victim's rank on VIEW_DATA; view_size() elements */
  uint64_t *by_culprit; /* misses by the culprit's rank on analysis_evictors_axis(kind); view_size() elements */
} AnalysisEvictorsTable;

/* Returns the axis of the culprits of this kind. */
ViewAxisKind analysis_evictors_axis(AnalysisEvictorsKind kind);

/* Returns the misses of the cells in `focus` (NULL: all cells) by victim and culprit. `culprits` selects culprits on
 * analysis_evictors_axis(kind) (NULL: all culprits). Victims and culprits are ranks in the view, so several bins that
 * the user combined count as one item. The caller frees the table with analysis_evictors_free(). */
AnalysisEvictorsTable *analysis_evictors_table(const View *view, AnalysisEvictorsKind kind, const AnalysisFocus *focus,
                                               const ViewSelection *culprits);
void analysis_evictors_free(AnalysisEvictorsTable *table);
