/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_counts.h"

#include <string.h>

_Static_assert(sizeof(ProfileCounts) == (PROFILE_COUNTS + 1) * sizeof(uint64_t), "each count has a number");

enum { ALWAYS, LATER, NEVER };             /* records with the count */
enum { NEITHER, SESSION, PAGE, BOTH = 3 }; /* tables of changes with the count */

#define UNIT_REFERENCES PROFILE_UNIT_REFERENCES
#define UNIT_CYCLES "cycles"

static const struct {
  ProfileCountText text;
  bool is_column;
} rows[PROFILE_COUNTS] = {
#define COUNT(symbol, name, record, kept, whole, unit, compared, key, title, head, event, summary, part, words, help) \
  {{part, words, UNIT_##unit, compared & SESSION, compared & PAGE}, record != NEVER},
#include "coherence/coh_counts.def"
};

const char *profile_counts_name(unsigned index) { return coh_count_format_of(index)->name; }
bool profile_counts_is_column(unsigned index) { return rows[index].is_column; }
const ProfileCountText *profile_counts_text(unsigned index) { return &rows[index].text; }

unsigned profile_counts_parts(coh_count whole, coh_count parts[]) {
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

uint64_t profile_counts_get(const ProfileCounts *counts, unsigned index) { return ((const uint64_t *)counts)[index]; }

ProfileCounts profile_counts_of(const coh_counts *counts) {
  ProfileCounts of = {0};
  memcpy(&of, counts, PROFILE_COUNTS * sizeof(uint64_t));
  return of;
}

bool profile_counts_add(ProfileCounts *sum, const ProfileCounts *more) {
  bool overflow = false;
#define COUNT(symbol, name, ...) overflow |= __builtin_add_overflow(sum->name, more->name, &sum->name);
#include "coherence/coh_counts.def"
  overflow |= __builtin_add_overflow(sum->translation_cycles, more->translation_cycles, &sum->translation_cycles);
  return !overflow;
}
