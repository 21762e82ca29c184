/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_counts.h"

#include <stddef.h>

#include "bins/bin_format.h"

static const struct {
  const char *name;
  size_t offset;
} counters[] = {
#define COUNTER(with, name) {#name, offsetof(with, name)},
    BIN_ALL_COUNTS(COUNTER, UiCounts)
#undef COUNTER
};

_Static_assert(sizeof counters / sizeof counters[0] == UI_COUNTS, "every counter has a name");

const char *ui_counts_name(unsigned index) { return counters[index].name; }

uint64_t ui_counts_get(const UiCounts *counts, unsigned index) {
  return *(const uint64_t *)((const char *)counts + counters[index].offset);
}

bool ui_counts_add(UiCounts *sum, const UiCounts *more) {
  bool overflow = false;
#define ADD(from, name) overflow |= __builtin_add_overflow(sum->name, from->name, &sum->name);
  BIN_ALL_COUNTS(ADD, more)
#undef ADD
  overflow |= __builtin_add_overflow(sum->translation_cycles, more->translation_cycles, &sum->translation_cycles);
  return !overflow;
}
