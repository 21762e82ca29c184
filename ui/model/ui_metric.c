/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_metric.h"

#include <stddef.h>

static const struct {
  const char *key;
  const char *name;
  const char *head;     /* of a column of shares: at most five characters */
  size_t first, second; /* offsets of the counters in UiCounts that make it up; the same: only that one */
} metrics[UI_METRICS] = {
#define ONE(counter) offsetof(UiCounts, counter), offsetof(UiCounts, counter)
    [UI_METRIC_STALL] = {"stall", "Memory Stall Time", "Tot%", ONE(stall_cycles)},
    [UI_METRIC_MISSES] = {"misses", "Misses", "Miss%", offsetof(UiCounts, read_misses),
                          offsetof(UiCounts, write_misses)},
    [UI_METRIC_REFERENCES] = {"references", "References", "Ref%", offsetof(UiCounts, reads),
                              offsetof(UiCounts, writes)},
    [UI_METRIC_READS] = {"reads", "Reads", "Read%", ONE(reads)},
    [UI_METRIC_WRITES] = {"writes", "Writes", "Writ%", ONE(writes)},
    [UI_METRIC_READ_MISSES] = {"read-misses", "Read Misses", "RMis%", ONE(read_misses)},
    [UI_METRIC_WRITE_MISSES] = {"write-misses", "Write Misses", "WMis%", ONE(write_misses)},
    [UI_METRIC_COLD] = {"cold", "1st Ref Misses", "Cold%", ONE(cold)},
    [UI_METRIC_REPLACEMENT] = {"replacement", "Repl Misses", "Repl%", ONE(replacement)},
    [UI_METRIC_INVALIDATION] = {"invalidation", "Inval Misses", "Invl%", ONE(invalidation)},
    [UI_METRIC_CAPACITY] = {"capacity", "Capacity Misses", "Cap%", ONE(capacity)},
    [UI_METRIC_CONFLICT] = {"conflict", "Conflict Misses", "Conf%", ONE(conflict)},
    [UI_METRIC_TRUE_SHARING] = {"true-sharing", "True Sharing Misses", "True%", ONE(true_sharing)},
    [UI_METRIC_FALSE_SHARING] = {"false-sharing", "False Sharing Misses", "Fals%", ONE(false_sharing)},
    [UI_METRIC_LOCAL] = {"local", "Local Misses", "Loc%", ONE(local)},
    [UI_METRIC_REMOTE] = {"remote", "Remote Misses", "Rem%", ONE(remote)},
    [UI_METRIC_UPGRADES] = {"upgrades", "Upgrades", "Upgr%", ONE(upgrades)},
    [UI_METRIC_LAST_LEVEL] = {"last-level", "Misses Served by the Last Level", "LL%", ONE(last_level)},
    [UI_METRIC_SECOND_LEVEL] = {"second-level", "Misses Served by the L2", "L2%", ONE(second_level)},
    [UI_METRIC_TRANSFERS] = {"transfers", "Misses Served by Other Caches", "Tran%", ONE(transfers)},
    [UI_METRIC_MEMORY] = {"memory", "Misses Served by Memory", "Mem%", ONE(memory)},
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

const char *ui_metric_head(UiMetric metric) { return metrics[metric].head; }
