/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_metric.h: the metrics that a matrix shows and that rank its items: the counts of a profile, and sums of them. */
#pragma once

#include "ui/profile/profile.h"

/* The number of a count's metric: the stall is the first metric; the other counts follow the two sums. */
#define VIEW_METRIC_OF_COUNT(count) ((count) == COH_COUNT_STALL ? 0 : (count) + ((count) < COH_COUNT_STALL ? 3 : 2))

typedef enum {
  VIEW_METRIC_MISSES = 1,
  VIEW_METRIC_REFERENCES,
#define COUNT(symbol, ...) VIEW_METRIC_##symbol = VIEW_METRIC_OF_COUNT(COH_COUNT_##symbol),
#include "coherence/coh_counts.def"
  VIEW_METRICS = PROFILE_COUNTS + 2
} ViewMetric;

/* Returns the count of a metric; COH_COUNT_NOTHING: it is a sum. */
coh_count view_metric_count(ViewMetric metric);

/* Returns whether a profile has a metric: one that is made of samples has only misses, unless they report accesses. */
bool view_metric_known(const Profile *profile, ViewMetric metric);

/* Returns the value of a metric. */
uint64_t view_metric_of(ViewMetric metric, const ProfileCounts *counts);

/* Returns the metric's name in "Percentage of Total ...": "Memory Stall Time". */
const char *view_metric_title(ViewMetric metric);

/* Returns the metric's key, which users type: "stall". */
const char *view_metric_key(ViewMetric metric);

/* Returns the heading of a column with shares of the metric's total, at most five characters: "Tot%". */
const char *view_metric_head(ViewMetric metric);
