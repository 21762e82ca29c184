/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_counts.h: what the simulated machine counts, and which identities the counts obey. Made from coh_counts.def. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The number of each count: that of its row. Those that every machine makes are the first ones, those of models the last. */
typedef enum {
#define COUNT(symbol, ...) COH_COUNT_##symbol,
#include "coherence/coh_counts.def"
  COH_COMMON_COUNTS,
  COH_LAST_COMMON_COUNT = COH_COMMON_COUNTS - 1,
#define MODEL_COUNT(symbol, ...) COH_COUNT_##symbol,
#include "coherence/coh_counts.def"
  COH_COUNTS,
  COH_COUNT_MISSES = COH_COUNTS, /* as a whole: read_misses + write_misses */
  COH_COUNT_NOTHING              /* the whole of a count that is no part */
} coh_count;

/* What a processor did so far. The rows say what each count is, and which sums they obey, as does docs/profile-format.md.
 * translation_cycles == (tlb_misses - walks) * tlb_latency + walks * walk_latency; covered + unused <= prefetches, but
 * for lines that were fetched before the counts were set, and the other prefetched lines are there, not used yet. Bytes
 * are whole lines; without an L2 l2_bytes_read == l2_bytes_written == 0; all are 0 unless the machine counts traffic. */
typedef struct {
#define COUNT(symbol, name, ...) uint64_t name;
#define MODEL_COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
} coh_counts;

/* A count by its number. */
static inline uint64_t *coh_counts_at(coh_counts *counts, coh_count count) {
  return (uint64_t *)(void *)counts + count;
}
static inline uint64_t coh_counts_get(const coh_counts *counts, coh_count count) {
  return ((const uint64_t *)(const void *)counts)[count];
}

typedef struct {
  const char *name;
  coh_count whole; /* that it never exceeds */
  const char *help;
} coh_count_format;

/* The row of a count below COH_COUNTS. */
const coh_count_format *coh_count_format_of(coh_count count);

typedef enum {
#define SUM(symbol, rule, why, parts) COH_SUM_##symbol,
#include "coherence/coh_counts.def"
  COH_SUMS
} coh_sum;

typedef enum { COH_RULE_EQUAL, COH_RULE_OR_NONE, COH_RULE_AT_MOST } coh_sum_rule;

/* Parts of one whole, which have nothing in common; ended by COH_COUNTS. */
typedef struct {
  coh_sum_rule rule;
  coh_count parts[5];
} coh_sum_format;

/* The row of a sum below COH_SUMS. */
const coh_sum_format *coh_sum_format_of(coh_sum sum);

/* The sum that a count is a part of; COH_SUMS: none. */
coh_sum coh_sum_of(coh_count count);

/* Whether it is a sum of counts of models. */
bool coh_sum_is_of_models(coh_sum sum);

/* The value of a whole; UINT64_MAX where it does not fit. */
uint64_t coh_counts_whole(const coh_counts *counts, coh_count whole);

/* The first count, of models or of others, that is more than its whole; COH_COUNTS: none. */
coh_count coh_counts_excess(const coh_counts *counts, bool of_models);

/* The first sum, of counts of models or of others, that does not hold; COH_SUMS: all do. */
coh_sum coh_counts_broken_sum(const coh_counts *counts, bool of_models);

/* Adds *more to *sum. */
void coh_counts_add(coh_counts *sum, const coh_counts *more);
