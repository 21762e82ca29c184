/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_metric.h"

static const struct {
  coh_count first, second; /* its summands; second is COH_COUNT_NOTHING: only the first */
  const char *key;
  const char *name;
  const char *head; /* heading of a column of shares: at most five characters */
} metrics[UI_METRICS] = {
    [UI_METRIC_MISSES] = {COH_COUNT_READ_MISSES, COH_COUNT_WRITE_MISSES, "misses", "Misses", "Miss%"},
    [UI_METRIC_REFERENCES] = {COH_COUNT_READS, COH_COUNT_WRITES, "references", "References", "Ref%"},
#define COUNT(symbol, name, record, kept, whole, unit, compared, key, title, head, ...) \
  [UI_METRIC_##symbol] = {COH_COUNT_##symbol, COH_COUNT_NOTHING, key, title, head},
#include "coherence/coh_counts.def"
};

coh_count ui_metric_count(UiMetric metric) {
  return metrics[metric].second == COH_COUNT_NOTHING ? metrics[metric].first : COH_COUNT_NOTHING;
}

uint64_t ui_metric_of(UiMetric metric, const UiCounts *counts) {
  const coh_count first = metrics[metric].first, second = metrics[metric].second;
  return ui_counts_get(counts, first) + (second == COH_COUNT_NOTHING ? 0 : ui_counts_get(counts, second));
}

const char *ui_metric_name(UiMetric metric) { return metrics[metric].name; }

const char *ui_metric_key(UiMetric metric) { return metrics[metric].key; }

const char *ui_metric_head(UiMetric metric) { return metrics[metric].head; }
