/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_metric.h"

#include "ui/profile/profile_of_samples.h"

static const struct {
  coh_count first, second; /* counts whose sum is the metric; if `second` is COH_COUNT_NOTHING, the metric is only the
                              first count */
  const char *key;
  const char *name;
  const char *head; /* heading of a column with shares of the metric's total, at most five characters */
} metrics[VIEW_METRICS] = {
#define METRIC_SUM(symbol, first, second, key, title, head, ...) \
  [VIEW_METRIC_##symbol] = {COH_COUNT_##first, COH_COUNT_##second, key, title, head},
#include "ui/view/view_metric_sums.def"
#define COUNT(symbol, name, record, kept, whole, unit, compared, key, title, head, ...) \
  [VIEW_METRIC_##symbol] = {COH_COUNT_##symbol, COH_COUNT_NOTHING, key, title, head},
#include "coherence/coh_counts.def"
};

coh_count view_metric_count(ViewMetric metric) {
  return metrics[metric].second == COH_COUNT_NOTHING ? metrics[metric].first : COH_COUNT_NOTHING;
}

bool view_metric_known(const Profile *profile, ViewMetric metric) {
  const coh_count count = view_metric_count(metric);
  if (!profile->of_samples || metric == VIEW_METRIC_MISSES) return true;
  return profile_of_samples_knows(profile, count != COH_COUNT_NOTHING ? count : COH_COUNT_READS) &&
         (count != COH_COUNT_READ_MISSES || profile->event_kind.detail != PROFILE_EVENTS_ONLY);
}

uint64_t view_metric_of(ViewMetric metric, const ProfileCounts *counts) {
  const coh_count first = metrics[metric].first, second = metrics[metric].second;
  return profile_counts_get(counts, first) + (second == COH_COUNT_NOTHING ? 0 : profile_counts_get(counts, second));
}

const char *view_metric_title(ViewMetric metric) { return metrics[metric].name; }

const char *view_metric_key(ViewMetric metric) { return metrics[metric].key; }

bool view_metric_find(const char *key, ViewMetric *metric) {
  for (unsigned i = 0; i < VIEW_METRICS; i++) {
    if (strcmp(metrics[i].key, key) != 0) continue;
    *metric = i;
    return true;
  }
  return false;
}

const char *view_metric_head(ViewMetric metric) { return metrics[metric].head; }
