/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_counts.h"

#include <string.h>

_Static_assert(sizeof(UiCounts) == (UI_COUNTS + 1) * sizeof(uint64_t), "each count has a number");

enum { ALWAYS, LATER, NEVER };             /* records with the count */
enum { NEITHER, SESSION, PAGE, BOTH = 3 }; /* tables of changes with the count */

static const struct {
  UiCountText text;
  bool is_column;
} rows[UI_COUNTS] = {
#define COUNT(symbol, name, record, kept, whole, unit, compared, key, title, head, event, summary, part, words, help) \
  {{part, words, compared & SESSION, compared & PAGE}, record != NEVER},
#include "coherence/coh_counts.def"
};

const char *ui_counts_name(unsigned index) { return coh_count_format_of(index)->name; }
bool ui_counts_is_column(unsigned index) { return rows[index].is_column; }
const UiCountText *ui_counts_text(unsigned index) { return &rows[index].text; }

unsigned ui_counts_parts(coh_count whole, coh_count parts[]) {
  unsigned n = 0;
  for (coh_sum sum = 0; sum < COH_SUMS; sum++) {
    const coh_count *of = coh_sum_format_of(sum)->parts;
    if (coh_sum_is_of_models(sum) || coh_count_format_of(*of)->whole != whole) continue;
    for (; *of != COH_COUNTS; of++) parts[n++] = *of;
  }
  for (coh_count count = 0; count < COH_COMMON_COUNTS; count++)
    if (coh_count_format_of(count)->whole == whole && coh_sum_of(count) == COH_SUMS) parts[n++] = count;
  return n;
}

uint64_t ui_counts_get(const UiCounts *counts, unsigned index) { return ((const uint64_t *)counts)[index]; }

UiCounts ui_counts_of(const coh_counts *counts) {
  UiCounts of = {0};
  memcpy(&of, counts, UI_COUNTS * sizeof(uint64_t));
  return of;
}

bool ui_counts_add(UiCounts *sum, const UiCounts *more) {
  bool overflow = false;
#define COUNT(symbol, name, ...) overflow |= __builtin_add_overflow(sum->name, more->name, &sum->name);
#include "coherence/coh_counts.def"
  overflow |= __builtin_add_overflow(sum->translation_cycles, more->translation_cycles, &sum->translation_cycles);
  return !overflow;
}
