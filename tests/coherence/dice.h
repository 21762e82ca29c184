/* dice.h: reproducible random numbers for tests (splitmix64).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t state;
} dice;

static inline uint64_t dice_next(dice *d) {
  uint64_t z = d->state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/* Returns a number from 0 to n - 1. */
static inline uint32_t dice_below(dice *d, uint32_t n) { return (uint32_t)((dice_next(d) >> 32) * n >> 32); }

/* Returns a number from low to high. */
static inline uint32_t dice_between(dice *d, uint32_t low, uint32_t high) {
  return low + dice_below(d, high - low + 1);
}

/* Returns true in `percent` of 100 cases. */
static inline bool dice_chance(dice *d, unsigned percent) { return dice_below(d, 100) < percent; }
