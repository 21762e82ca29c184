/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_metric.h: the metrics that a matrix can show, and by which its items can be ranked. A metric is a count of the
 * profile, or a sum of two counts. */
#pragma once

#include "ui/profile/profile.h"

/* The number of the metric that belongs to a count. The stall is the first metric. The sums are the next ones, followed
 * by all other counts. */
#define VIEW_METRIC_OF_COUNT(count) \
  ((count) == COH_COUNT_STALL ? 0 : (count) + VIEW_METRIC_AFTER_SUMS - ((count) > COH_COUNT_STALL ? 1 : 0))

typedef enum {
  VIEW_METRIC_BEFORE_SUMS = 0,
#define METRIC_SUM(symbol, ...) VIEW_METRIC_##symbol,
#include "ui/view/view_metric_sums.def"
  VIEW_METRIC_AFTER_SUMS, /* the first count except the stall */
#define COUNT(symbol, ...) VIEW_METRIC_##symbol = VIEW_METRIC_OF_COUNT(COH_COUNT_##symbol),
#include "coherence/coh_counts.def"
  VIEW_METRICS = PROFILE_COUNTS + VIEW_METRIC_AFTER_SUMS - 1
} ViewMetric;

/* Returns the count that is a metric; COH_COUNT_NOTHING: the metric is a sum. */
coh_count view_metric_count(ViewMetric metric);

/* Returns whether a profile has a metric: one that is made of samples has only misses, unless they report accesses. */
bool view_metric_known(const Profile *profile, ViewMetric metric);

/* Returns the value that a metric has in `counts`. */
uint64_t view_metric_of(ViewMetric metric, const ProfileCounts *counts);

/* Returns the name of a metric for "Percentage of Total ...", such as "Memory Stall Time". */
const char *view_metric_title(ViewMetric metric);

/* Returns the key of a metric that users type, such as "stall". */
const char *view_metric_key(ViewMetric metric);

/* Sets *metric to the metric with a key. Returns false if there is none, and then leaves *metric as it is. */
bool view_metric_find(const char *key, ViewMetric *metric);

/* Returns the heading of a column with shares of the metric's total, such as "Tot%". It has at most five characters. */
const char *view_metric_head(ViewMetric metric);
