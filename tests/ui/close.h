/* close.h: compares numbers that rounding can have changed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

/* Returns whether a number differs from `expected` by at most `distance`. If not, prints both. */
static inline bool is_within(double found, double expected, double distance) {
  if (fabs(found - expected) <= distance) return true;
  printf("found %.10f, expected %.10f\n", found, expected);
  return false;
}

/* As is_within(), for a number that differs from `expected` by rounding errors only. */
static inline bool is_close(double found, double expected) { return is_within(found, expected, 1e-9); }
