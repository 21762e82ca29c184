/* ui_counts.c: see ui_counts.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/ui_counts.h"

#include <stddef.h>

static const struct {
  const char *name;
  size_t offset;
} counters[] = {
#define COUNTER(name) {#name, offsetof(UiCounts, name)}
    COUNTER(reads),       COUNTER(writes),       COUNTER(read_misses),
    COUNTER(write_misses), COUNTER(cold),        COUNTER(replacement),
    COUNTER(invalidation), COUNTER(upgrades),    COUNTER(stall_cycles),
#undef COUNTER
};

_Static_assert(sizeof counters / sizeof counters[0] == UI_COUNTS, "every counter has a name");

const char *ui_counts_name(unsigned index) {
  return counters[index].name;
}

uint64_t ui_counts_get(const UiCounts *counts, unsigned index) {
  return *(const uint64_t *)((const char *)counts + counters[index].offset);
}

bool ui_counts_add(UiCounts *sum, const UiCounts *more) {
  bool overflow = false;
#define ADD(counter) overflow |= __builtin_add_overflow(sum->counter, more->counter, &sum->counter)
  ADD(reads);
  ADD(writes);
  ADD(read_misses);
  ADD(write_misses);
  ADD(cold);
  ADD(replacement);
  ADD(invalidation);
  ADD(upgrades);
  ADD(stall_cycles);
#undef ADD
  return !overflow;
}
