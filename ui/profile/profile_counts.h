/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_counts.h: the counts that a profile has for each cell, each processor and the whole run. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "coherence/coh_counts.h"

/* coh_counts.def defines the counts. A count that a profile of an older version does not have is 0. */
typedef struct {
#define COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
  uint64_t
      translation_cycles; /* stall cycles of address translation; a profile stores them separately (profile_models.h) */
} ProfileCounts;

enum { PROFILE_COUNTS = COH_COMMON_COUNTS };

/* The first function returns the name of count `index` (a coh_count below PROFILE_COUNTS) in profiles and exports. The
 * second returns whether this count is a column of profiles. */
const char *profile_counts_name(unsigned index);
bool profile_counts_is_column(unsigned index);

#define PROFILE_UNIT_REFERENCES "references"

/* How the session and the HTML page present a count. */
typedef struct {
  const char *part;  /* name of the count on a screen, among the parts of its whole */
  const char *words; /* full name */
  const char *unit;  /* PROFILE_UNIT_REFERENCES or "cycles" */
  bool is_compared;  /* whether the count appears in the session's table of changes */
  bool is_compared_on_page;
} ProfileCountText;
const ProfileCountText *profile_counts_text(unsigned index);

/* Sets parts[PROFILE_COUNTS] to the counts below PROFILE_COUNTS that are parts of `whole` (with COH_COUNT_NOTHING: that
 * are not parts of another count), in the order of presentation: the parts of sums come first. Returns the number of
 * these counts. */
unsigned profile_counts_parts(coh_count whole, coh_count parts[]);

/* Returns count `index` of *counts. */
uint64_t profile_counts_get(const ProfileCounts *counts, unsigned index);

/* Converts the counts of a simulated machine to those of a profile. */
ProfileCounts profile_counts_of(const coh_counts *counts);

/* Adds *more to *sum. Returns false if a count overflows; in this case, *sum is undefined. Sums over parts of a valid
 * profile cannot overflow, and need no check. */
bool profile_counts_add(ProfileCounts *sum, const ProfileCounts *more);

/* The next functions return the number of references, of misses with a known server, and of all misses. These numbers
 * cannot overflow in a valid profile. */
static inline uint64_t profile_counts_references(const ProfileCounts *counts) { return counts->reads + counts->writes; }
static inline uint64_t profile_counts_served(const ProfileCounts *counts) {
  return counts->second_level + counts->last_level + counts->memory + counts->transfers;
}
static inline uint64_t profile_counts_misses(const ProfileCounts *counts) {
  return counts->read_misses + counts->write_misses;
}

/* Returns the misses per thousand of `instructions` (MPKI), or 0 if no instruction was executed. */
static inline double profile_counts_mpki(const ProfileCounts *counts, double instructions) {
  return instructions > 0 ? 1000 * (double)profile_counts_misses(counts) / instructions : 0;
}
