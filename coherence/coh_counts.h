/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_counts.h: the counts of the simulated machine, and the identities that the counts obey. The file is made from
 * coh_counts.def. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The number of each count, in the order of the rows. First come the counts that every machine makes, then the counts
 * of models. */
typedef enum {
#define COUNT(symbol, ...) COH_COUNT_##symbol,
#include "coherence/coh_counts.def"
  COH_COMMON_COUNTS,
  COH_LAST_COMMON_COUNT = COH_COMMON_COUNTS - 1,
#define MODEL_COUNT(symbol, ...) COH_COUNT_##symbol,
#include "coherence/coh_counts.def"
  COH_COUNTS,
  COH_COUNT_MISSES = COH_COUNTS, /* the whole that is the sum read_misses + write_misses */
  COH_COUNT_NOTHING              /* used as the whole of a count that is not a part of another count */
} coh_count;

/* The counts of a processor. The rows of coh_counts.def and docs/profile-format.md define each count and the sums that
 * they obey. Further identities:
 *  - translation_cycles == (tlb_misses - walks) * tlb_latency + walks * walk_latency; on processors with windows, the
 *    part of this time that is overlapped does not count;
 *  - covered + unused <= prefetches, except for lines that were prefetched before the counts were set. The difference
 *    of the two sides is the number of prefetched lines in the D1 that are not used yet;
 *  - bytes are multiples of the line size; l2_bytes_read == l2_bytes_written == 0 without an L2; all are 0 unless the
 *    machine counts traffic. */
typedef struct {
#define COUNT(symbol, name, ...) uint64_t name;
#define MODEL_COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
} coh_counts;

/* The next two functions return a pointer to a count, and the value of a count. */
static inline uint64_t *coh_counts_at(coh_counts *counts, coh_count count) {
  return (uint64_t *)(void *)counts + count;
}
static inline uint64_t coh_counts_get(const coh_counts *counts, coh_count count) {
  return ((const uint64_t *)(const void *)counts)[count];
}

typedef struct {
  const char *name;
  coh_count whole; /* the whole that contains the count; the count never exceeds it */
  const char *help;
} coh_count_format;

/* Returns the row of a count. The number of the count is below COH_COUNTS. */
const coh_count_format *coh_count_format_of(coh_count count);

typedef enum {
#define SUM(symbol, rule, why, parts) COH_SUM_##symbol,
#include "coherence/coh_counts.def"
  COH_SUMS
} coh_sum;

typedef enum { COH_RULE_EQUAL, COH_RULE_OR_NONE, COH_RULE_AT_MOST } coh_sum_rule;

/* A set of counts that do not overlap. Together, they add up to one whole, or to at most this whole (`rule`). */
typedef struct {
  coh_sum_rule rule;
  coh_count parts[5]; /* the parts; COH_COUNTS ends the list */
} coh_sum_format;

/* Returns the row of a sum. The number of the sum is below COH_SUMS. */
const coh_sum_format *coh_sum_format_of(coh_sum sum);

/* Returns the sum of which a count is a part, or COH_SUMS if there is none. */
coh_sum coh_sum_of(coh_count count);

/* Returns whether the parts of a sum are counts of models. */
bool coh_sum_is_of_models(coh_sum sum);

/* Returns the value of a whole. Returns UINT64_MAX for COH_COUNT_NOTHING, if the sum of the misses overflows, and for the
 * bytes that a D1 reads if there are prefetches, which can fill an L2 only. */
uint64_t coh_counts_whole(const coh_counts *counts, coh_count whole);

/* Returns the first count that exceeds its whole, or COH_COUNTS if there is none. Checks either the counts of models or
 * the other counts. */
coh_count coh_counts_excess(const coh_counts *counts, bool of_models);

/* Returns the first sum that does not hold, or COH_SUMS if all hold. Checks either the sums of models or the other
 * sums. */
coh_sum coh_counts_broken_sum(const coh_counts *counts, bool of_models);

/* Adds *more to *sum. */
void coh_counts_add(coh_counts *sum, const coh_counts *more);
