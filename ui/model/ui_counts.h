/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_counts.h: the counts that a profile keeps for a cell, a processor and the whole run. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "coherence/coh_counts.h"

/* What coh_counts.def says of each holds. All are 0 that a profile of an older version does not have. */
typedef struct {
#define COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
  uint64_t translation_cycles; /* of the stall cycles: not by name, as a profile has it apart (ui_models.h) */
} UiCounts;

enum { UI_COUNTS = COH_COMMON_COUNTS };

/* Name of count `index` (a coh_count below UI_COUNTS), as profiles and exports spell it; and whether it is a column of
 * profiles. */
const char *ui_counts_name(unsigned index);
bool ui_counts_is_column(unsigned index);

/* How the session and the page show it. */
typedef struct {
  const char *part;  /* on a screen, among the parts of its whole */
  const char *words; /* the same in full */
  bool is_compared;  /* in the session's table of changes */
  bool is_compared_on_page;
} UiCountText;
const UiCountText *ui_counts_text(unsigned index);

/* Fills parts[UI_COUNTS] with the counts below UI_COUNTS that are parts of a whole (or of COH_COUNT_NOTHING), in the order
 * in which they are shown: those of sums first. Returns how many these are. */
unsigned ui_counts_parts(coh_count whole, coh_count parts[]);

/* Count `index` of *counts. */
uint64_t ui_counts_get(const UiCounts *counts, unsigned index);

/* What a machine has counted. */
UiCounts ui_counts_of(const coh_counts *counts);

/* Adds *more to *sum. Returns false when a count overflowed; *sum is of no use then. Sums over parts of a
 * profile that was read without error cannot overflow, and need no check. */
bool ui_counts_add(UiCounts *sum, const UiCounts *more);

/* References, misses of which it is known what served them, and misses in all. They cannot overflow in a profile that
 * was read without error. */
static inline uint64_t ui_counts_references(const UiCounts *counts) { return counts->reads + counts->writes; }
static inline uint64_t ui_counts_served(const UiCounts *counts) {
  return counts->second_level + counts->last_level + counts->memory + counts->transfers;
}
static inline uint64_t ui_counts_misses(const UiCounts *counts) { return counts->read_misses + counts->write_misses; }
