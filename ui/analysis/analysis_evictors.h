/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_evictors.h: the requesters of evictions (data that replaced data) and of invalidations (code whose stores
 * invalidated data). */
#pragma once

#include "ui/analysis/analysis_focus.h"

typedef enum {
  ANALYSIS_BLAME_EVICTORS,    /* replacement misses; culprits are data bins (VIEW_DATA) */
  ANALYSIS_BLAME_INVALIDATORS /* invalidation misses; culprits are code segments (VIEW_CODE) */
} AnalysisEvictorsKind;

/* The culprit causes `count` misses of the victim. */
typedef struct {
  uint32_t victim;  /* rank on VIEW_DATA */
  uint32_t culprit; /* rank on analysis_evictors_axis(kind) */
  uint64_t count;   /* misses; never 0 */
} AnalysisEvictorsPair;

typedef struct {
  AnalysisEvictorsKind kind;
  uint64_t total;       /* misses; the sum of all pairs, and of each array below */
  GArray *pairs;        /* AnalysisEvictorsPair: by falling misses, then by victim and culprit; each pair once */
  uint64_t *by_victim;  /* misses, by rank on VIEW_DATA: view_size() elements */
  uint64_t *by_culprit; /* misses, by rank on analysis_evictors_axis(kind): view_size() elements */
} AnalysisEvictorsTable;

/* Returns the axis of the culprits of that kind. */
ViewAxisKind analysis_evictors_axis(AnalysisEvictorsKind kind);

/* Returns the misses of the cells in `focus` (NULL: all) by victim and culprit. Culprits are those picked in `culprits`
 * (a selection on analysis_evictors_axis(kind); NULL: all). Ranks are those of the view, so combined items count as
 * one. The caller frees the table with analysis_evictors_free(). */
AnalysisEvictorsTable *analysis_evictors_table(const View *view, AnalysisEvictorsKind kind, const AnalysisFocus *focus,
                                               const ViewSelection *culprits);
void analysis_evictors_free(AnalysisEvictorsTable *table);
