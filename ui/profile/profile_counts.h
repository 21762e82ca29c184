/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_counts.h: the counts that a profile has for each cell, each processor and the whole run. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "coherence/coh_counts.h"

/* coh_counts.def defines the counts. A count missing in a profile of an older version is 0. */
typedef struct {
#define COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
  uint64_t
      translation_cycles; /* stall cycles of address translation; a profile stores them separately (profile_models.h) */
} ProfileCounts;

enum { PROFILE_COUNTS = COH_COMMON_COUNTS };

/* Return the name of count `index` (a coh_count below PROFILE_COUNTS) in profiles and exports, and whether it is a
 * column of profiles. */
const char *profile_counts_name(unsigned index);
bool profile_counts_is_column(unsigned index);

/* Presentation of a count in the session and on the page. */
typedef struct {
  const char *part;  /* name among the parts of its whole, on a screen */
  const char *words; /* full name */
  const char *unit;  /* "references" or "cycles" */
  bool is_compared;  /* appears in the session's table of changes */
  bool is_compared_on_page;
} ProfileCountText;
const ProfileCountText *profile_counts_text(unsigned index);

/* Sets parts[PROFILE_COUNTS] to the counts below PROFILE_COUNTS that are parts of `whole` (COH_COUNT_NOTHING: that are
 * parts of no other count), in the order of presentation: those of sums first. Returns their number. */
unsigned profile_counts_parts(coh_count whole, coh_count parts[]);

/* Returns count `index` of *counts. */
uint64_t profile_counts_get(const ProfileCounts *counts, unsigned index);

/* Converts the counts of a simulated machine. */
ProfileCounts profile_counts_of(const coh_counts *counts);

/* Adds *more to *sum. Returns false if a count overflows; then *sum is undefined. Sums over parts of a valid profile
 * cannot overflow, and need no check. */
bool profile_counts_add(ProfileCounts *sum, const ProfileCounts *more);

/* Return the references, the misses with a known server, and all misses. They cannot overflow in a valid profile. */
static inline uint64_t profile_counts_references(const ProfileCounts *counts) { return counts->reads + counts->writes; }
static inline uint64_t profile_counts_served(const ProfileCounts *counts) {
  return counts->second_level + counts->last_level + counts->memory + counts->transfers;
}
static inline uint64_t profile_counts_misses(const ProfileCounts *counts) {
  return counts->read_misses + counts->write_misses;
}

/* Returns the misses per thousand of `instructions` (MPKI); 0 if no instruction was executed. */
static inline double profile_counts_mpki(const ProfileCounts *counts, double instructions) {
  return instructions > 0 ? 1000 * (double)profile_counts_misses(counts) / instructions : 0;
}
