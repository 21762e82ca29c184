/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_sum.h: sums over records of parts of a run (ranks, intervals). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t misses, stall_cycles;
} ProfileCheckSum;

/* Adds the counts of a record to a sum. Returns false if the sum does not fit in 64 bits. */
static inline bool profile_check_sum_add(ProfileCheckSum *sum, uint64_t misses, uint64_t stall_cycles) {
  return !__builtin_add_overflow(sum->misses, misses, &sum->misses) &&
         !__builtin_add_overflow(sum->stall_cycles, stall_cycles, &sum->stall_cycles);
}
