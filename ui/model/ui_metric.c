/* ui_metric.c: see ui_metric.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/model/ui_metric.h"

#include <stddef.h>

static const struct {
  const char *key;
  const char *name;
  size_t first, second; /* offsets of the counters in UiCounts that make it up; the same: only that one */
} metrics[UI_METRICS] = {
#define ONE(counter) offsetof(UiCounts, counter), offsetof(UiCounts, counter)
    [UI_METRIC_STALL] = {"stall", "Memory Stall Time", ONE(stall_cycles)},
    [UI_METRIC_MISSES] = {"misses", "Misses", offsetof(UiCounts, read_misses), offsetof(UiCounts, write_misses)},
    [UI_METRIC_REFERENCES] = {"references", "References", offsetof(UiCounts, reads), offsetof(UiCounts, writes)},
    [UI_METRIC_READS] = {"reads", "Reads", ONE(reads)},
    [UI_METRIC_WRITES] = {"writes", "Writes", ONE(writes)},
    [UI_METRIC_READ_MISSES] = {"read-misses", "Read Misses", ONE(read_misses)},
    [UI_METRIC_WRITE_MISSES] = {"write-misses", "Write Misses", ONE(write_misses)},
    [UI_METRIC_COLD] = {"cold", "1st Ref Misses", ONE(cold)},
    [UI_METRIC_REPLACEMENT] = {"replacement", "Repl Misses", ONE(replacement)},
    [UI_METRIC_INVALIDATION] = {"invalidation", "Inval Misses", ONE(invalidation)},
    [UI_METRIC_CAPACITY] = {"capacity", "Capacity Misses", ONE(capacity)},
    [UI_METRIC_CONFLICT] = {"conflict", "Conflict Misses", ONE(conflict)},
    [UI_METRIC_TRUE_SHARING] = {"true-sharing", "True Sharing Misses", ONE(true_sharing)},
    [UI_METRIC_FALSE_SHARING] = {"false-sharing", "False Sharing Misses", ONE(false_sharing)},
    [UI_METRIC_LOCAL] = {"local", "Local Misses", ONE(local)},
    [UI_METRIC_REMOTE] = {"remote", "Remote Misses", ONE(remote)},
    [UI_METRIC_UPGRADES] = {"upgrades", "Upgrades", ONE(upgrades)},
    [UI_METRIC_LAST_LEVEL] = {"last-level", "Misses Served by the Last Level", ONE(last_level)},
    [UI_METRIC_SECOND_LEVEL] = {"second-level", "Misses Served by the L2", ONE(second_level)},
    [UI_METRIC_TRANSFERS] = {"transfers", "Misses Served by Other Caches", ONE(transfers)},
    [UI_METRIC_MEMORY] = {"memory", "Misses Served by Memory", ONE(memory)},
#undef ONE
};

uint64_t ui_metric_of(UiMetric metric, const UiCounts *counts) {
  const char *base = (const char *)counts;
  const size_t first = metrics[metric].first, second = metrics[metric].second;
  const uint64_t value = *(const uint64_t *)(base + first);
  return first == second ? value : value + *(const uint64_t *)(base + second);
}

const char *ui_metric_name(UiMetric metric) { return metrics[metric].name; }

const char *ui_metric_key(UiMetric metric) { return metrics[metric].key; }
