/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_metric.h: the metrics by which a matrix is shown and ranked: the counters of a profile, and sums of them. */
#ifndef UI_UI_METRIC_H
#define UI_UI_METRIC_H

#include "ui/model/ui_counts.h"

typedef enum {
  UI_METRIC_STALL, /* cycles; the others are numbers of references */
  UI_METRIC_MISSES,
  UI_METRIC_REFERENCES,
  UI_METRIC_READS,
  UI_METRIC_WRITES,
  UI_METRIC_READ_MISSES,
  UI_METRIC_WRITE_MISSES,
  UI_METRIC_COLD,
  UI_METRIC_REPLACEMENT,
  UI_METRIC_INVALIDATION,
  UI_METRIC_CAPACITY,
  UI_METRIC_CONFLICT,
  UI_METRIC_TRUE_SHARING,
  UI_METRIC_FALSE_SHARING,
  UI_METRIC_LOCAL,
  UI_METRIC_REMOTE,
  UI_METRIC_UPGRADES,
  UI_METRIC_LAST_LEVEL,
  UI_METRIC_SECOND_LEVEL,
  UI_METRIC_TRANSFERS,
  UI_METRIC_MEMORY,
  UI_METRICS
} UiMetric;

/* Returns the value of a metric. */
uint64_t ui_metric_of(UiMetric metric, const UiCounts *counts);

/* Returns the metric's name in "Percentage of Total ...": "Memory Stall Time". */
const char *ui_metric_name(UiMetric metric);

/* Returns the metric's key, which users type: "stall". */
const char *ui_metric_key(UiMetric metric);

/* Returns the heading of a column with shares of the metric's total, at most five characters: "Tot%". */
const char *ui_metric_head(UiMetric metric);

#endif
