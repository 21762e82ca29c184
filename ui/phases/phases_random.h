/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_random.h: pseudo-random numbers that are the same on all computers: splitmix64 (Steele et al., 2014). */
#pragma once

#include <stdint.h>

/* Returns the next number of the sequence whose state is *state. Different initial states give independent
 * sequences. */
static inline uint64_t phases_random_next(uint64_t *state) {
  uint64_t x = *state += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/* As phases_random_next(), but returns a number in [0, 1). */
static inline double phases_random_unit(uint64_t *state) { return (double)(phases_random_next(state) >> 11) * 0x1p-53; }
