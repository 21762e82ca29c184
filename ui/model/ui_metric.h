/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_metric.h: the metrics that a matrix shows and that rank its items: the counts of a profile, and sums of them. */
#pragma once

#include "ui/model/ui_counts.h"

/* The number of a count's metric: the stall is the first metric; the other counts follow the two sums. */
#define UI_METRIC_OF_COUNT(count) ((count) == COH_COUNT_STALL ? 0 : (count) + ((count) < COH_COUNT_STALL ? 3 : 2))

typedef enum {
  UI_METRIC_MISSES = 1,
  UI_METRIC_REFERENCES,
#define COUNT(symbol, ...) UI_METRIC_##symbol = UI_METRIC_OF_COUNT(COH_COUNT_##symbol),
#include "coherence/coh_counts.def"
  UI_METRICS = UI_COUNTS + 2
} UiMetric;

/* Returns the count of a metric; COH_COUNT_NOTHING: it is a sum. */
coh_count ui_metric_count(UiMetric metric);

/* Returns the value of a metric. */
uint64_t ui_metric_of(UiMetric metric, const UiCounts *counts);

/* Returns the metric's name in "Percentage of Total ...": "Memory Stall Time". */
const char *ui_metric_name(UiMetric metric);

/* Returns the metric's key, which users type: "stall". */
const char *ui_metric_key(UiMetric metric);

/* Returns the heading of a column with shares of the metric's total, at most five characters: "Tot%". */
const char *ui_metric_head(UiMetric metric);
