/* sweep_access_loop.c: see sweep_access_loop.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "sweep/sweep_access_loop.h"

#include "plat/plat.h"

/* Returns the number of repetitions after the one at `address` in which both the first and the last byte of the
 * reference stay in their cache lines. The stride must be shorter than a cache line. */
static uint64_t repetitions_within(uint64_t address, const sweep_reference *reference, unsigned line_bits) {
  const uint32_t mask = ((uint32_t)1 << line_bits) - 1;
  const uint32_t first = (uint32_t)address & mask;
  const uint32_t last = (uint32_t)(address + reference->size - 1) & mask;
  const int32_t stride = (int32_t)(int64_t)reference->stride;
  if (stride > 0) return (mask - (first > last ? first : last)) / (uint32_t)stride;
  return (first < last ? first : last) / (uint32_t)-stride;
}

static bool is_shorter(uint64_t stride, unsigned line_bits) {
  const uint64_t line = (uint64_t)1 << line_bits;
  return stride < line || -stride < line;
}

void sweep_stay_begin(sweep_stay *stay, const sweep_access_loop *pattern, unsigned line_bits) {
  plat_assert(pattern->n <= SWEEP_ACCESS_LOOP_MOST);
  stay->moves = pattern->repeats == 1;
  for (uint32_t i = 0; i < pattern->n && !stay->moves; i++) {
    stay->moves = !is_shorter(pattern->references[i].stride, line_bits);
    stay->end[i] = pattern->references[i].stride == 0 ? pattern->repeats : 0;
  }
}

uint64_t sweep_stay_after(sweep_stay *stay, const sweep_access_loop *pattern, unsigned line_bits, uint64_t r) {
  if (stay->moves || r + 1 == pattern->repeats) return 0;
  uint64_t least = pattern->repeats;
  for (uint32_t i = 0; i < pattern->n; i++) {
    const sweep_reference *reference = &pattern->references[i];
    if (stay->end[i] <= r)
      stay->end[i] = r + 1 + repetitions_within(reference->address + r * reference->stride, reference, line_bits);
    if (stay->end[i] < least) least = stay->end[i];
  }
  return least - r - 1;
}

void sweep_access_loop_count(const sweep_access_loop *pattern, uint64_t *reads, uint64_t *writes) {
  uint64_t stores = 0;
  for (uint32_t i = 0; i < pattern->n; i++) stores += pattern->references[i].kind == COH_WRITE;
  *reads += (pattern->n - stores) * pattern->repeats;
  *writes += stores * pattern->repeats;
}
