/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_counts.h"

_Static_assert(sizeof(coh_counts) == COH_COUNTS * sizeof(uint64_t), "each count has a number");

static const coh_count_format counts_of[COH_COUNTS] = {
#define COUNT(symbol, name, record, kept, whole, unit, compared, key, title, head, event, summary, part, words, help) \
  {#name, COH_COUNT_##whole, help},
#define MODEL_COUNT(symbol, name, whole, unit, model, column, words, compared, help) {#name, COH_COUNT_##whole, help},
#include "coherence/coh_counts.def"
};

static const coh_sum_format sums[COH_SUMS] = {
#define PART(symbol) COH_COUNT_##symbol,
#define SUM(symbol, rule, why, parts) {COH_RULE_##rule, {parts COH_COUNTS}},
#include "coherence/coh_counts.def"
};

/* Whether a count is a part of a sum. */
static const bool is_part[COH_COUNTS] = {
#define PART(symbol) [COH_COUNT_##symbol] = true,
#define SUM(symbol, rule, why, parts) parts
#include "coherence/coh_counts.def"
};

const coh_count_format *coh_count_format_of(coh_count count) { return &counts_of[count]; }
const coh_sum_format *coh_sum_format_of(coh_sum sum) { return &sums[sum]; }

coh_sum coh_sum_of(coh_count count) {
  for (coh_sum sum = 0; sum < COH_SUMS; sum++)
    for (const coh_count *part = sums[sum].parts; *part != COH_COUNTS; part++)
      if (*part == count) return sum;
  return COH_SUMS;
}

static bool is_of_models(coh_count count) { return count >= COH_COMMON_COUNTS; }
bool coh_sum_is_of_models(coh_sum sum) { return is_of_models(sums[sum].parts[0]); }

/* Returns a + b, or UINT64_MAX if the sum overflows. */
static uint64_t plus(uint64_t a, uint64_t b) { return a + b >= a ? a + b : UINT64_MAX; }

uint64_t coh_counts_whole(const coh_counts *counts, coh_count whole) {
  if (whole == COH_COUNT_D1_BYTES_READ && counts->prefetches != 0) return UINT64_MAX; /* some fill only an L2 */
  if (whole == COH_COUNT_MISSES) return plus(counts->read_misses, counts->write_misses);
  return whole == COH_COUNT_NOTHING ? UINT64_MAX : coh_counts_get(counts, whole);
}

coh_count coh_counts_excess(const coh_counts *counts, bool of_models) {
  for (coh_count count = 0; count < COH_COUNTS; count++)
    if (is_of_models(count) == of_models && !is_part[count] &&
        coh_counts_get(counts, count) > coh_counts_whole(counts, counts_of[count].whole))
      return count;
  return COH_COUNTS;
}

static bool holds(const coh_counts *counts, const coh_sum_format *sum) {
  const uint64_t whole = coh_counts_whole(counts, counts_of[sum->parts[0]].whole);
  uint64_t all = 0;
  for (const coh_count *part = sum->parts; *part != COH_COUNTS; part++) all = plus(all, coh_counts_get(counts, *part));
  if (all == UINT64_MAX) return false; /* overflow */
  return all == whole || (sum->rule == COH_RULE_OR_NONE && all == 0) || (sum->rule == COH_RULE_AT_MOST && all < whole);
}

coh_sum coh_counts_broken_sum(const coh_counts *counts, bool of_models) {
  for (coh_sum sum = 0; sum < COH_SUMS; sum++)
    if (coh_sum_is_of_models(sum) == of_models && !holds(counts, &sums[sum])) return sum;
  return COH_SUMS;
}

void coh_counts_add(coh_counts *sum, const coh_counts *more) {
  for (coh_count count = 0; count < COH_COUNTS; count++) *coh_counts_at(sum, count) += coh_counts_get(more, count);
}
