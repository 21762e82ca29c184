/* spy_random.h: random numbers, which are the same in each run of the program.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns the initial state of a generator for a seed. The state is never 0. */
static inline ULong spy_random_start(UInt seed) { return 0x9e3779b97f4a7c15ULL * (seed + 1ULL); }

/* Returns the next random number below n (xorshift64*). */
static inline ULong spy_random_below(ULong *state, ULong n) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 0x2545f4914f6cdd1dULL % n;
}
