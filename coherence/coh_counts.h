/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_counts.h: the counts of the simulated machine, and the identities that they obey. Made from coh_counts.def. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The number of each count, by row. The counts that every machine makes come first, then those of models. */
typedef enum {
#define COUNT(symbol, ...) COH_COUNT_##symbol,
#include "coherence/coh_counts.def"
  COH_COMMON_COUNTS,
  COH_LAST_COMMON_COUNT = COH_COMMON_COUNTS - 1,
#define MODEL_COUNT(symbol, ...) COH_COUNT_##symbol,
#include "coherence/coh_counts.def"
  COH_COUNTS,
  COH_COUNT_MISSES = COH_COUNTS, /* a whole: read_misses + write_misses */
  COH_COUNT_NOTHING              /* the whole of a count that is no part of another */
} coh_count;

/* The counts of a processor. The rows of coh_counts.def and docs/profile-format.md define each count and the sums that
 * they obey. Further identities:
 *  - translation_cycles == (tlb_misses - walks) * tlb_latency + walks * walk_latency; processors with windows overlap a
 *    part of this time, which does not count;
 *  - covered + unused <= prefetches, except for lines that were prefetched before the counts were set; the difference
 *    is the number of prefetched lines in the D1 that are not used yet;
 *  - bytes are multiples of the line size; l2_bytes_read == l2_bytes_written == 0 without an L2; all are 0 unless the
 *    machine counts traffic. */
typedef struct {
#define COUNT(symbol, name, ...) uint64_t name;
#define MODEL_COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
} coh_counts;

/* Returns a pointer to a count, and the value of a count. */
static inline uint64_t *coh_counts_at(coh_counts *counts, coh_count count) {
  return (uint64_t *)(void *)counts + count;
}
static inline uint64_t coh_counts_get(const coh_counts *counts, coh_count count) {
  return ((const uint64_t *)(const void *)counts)[count];
}

typedef struct {
  const char *name;
  coh_count whole; /* the whole that contains the count, which never exceeds it */
  const char *help;
} coh_count_format;

/* Returns the row of a count below COH_COUNTS. */
const coh_count_format *coh_count_format_of(coh_count count);

typedef enum {
#define SUM(symbol, rule, why, parts) COH_SUM_##symbol,
#include "coherence/coh_counts.def"
  COH_SUMS
} coh_sum;

typedef enum { COH_RULE_EQUAL, COH_RULE_OR_NONE, COH_RULE_AT_MOST } coh_sum_rule;

/* A sum: disjoint parts of one whole. */
typedef struct {
  coh_sum_rule rule;
  coh_count parts[5]; /* the parts, followed by COH_COUNTS */
} coh_sum_format;

/* Returns the row of a sum below COH_SUMS. */
const coh_sum_format *coh_sum_format_of(coh_sum sum);

/* Returns the sum that a count is a part of; COH_SUMS: none. */
coh_sum coh_sum_of(coh_count count);

/* Returns whether the parts of a sum are counts of models. */
bool coh_sum_is_of_models(coh_sum sum);

/* Returns the value of a whole: UINT64_MAX for COH_COUNT_NOTHING, or if the sum of the misses overflows. */
uint64_t coh_counts_whole(const coh_counts *counts, coh_count whole);

/* Returns the first count that exceeds its whole, among those of models or the others; COH_COUNTS: none. */
coh_count coh_counts_excess(const coh_counts *counts, bool of_models);

/* Returns the first sum that does not hold, among those of models or the others; COH_SUMS: none. */
coh_sum coh_counts_broken_sum(const coh_counts *counts, bool of_models);

/* Adds *more to *sum. */
void coh_counts_add(coh_counts *sum, const coh_counts *more);
