/* close.h: numbers that rounding may have moved.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

/* Returns whether a number is within `distance` of what is expected; says both if it is not. */
static inline bool is_within(double found, double expected, double distance) {
  if (fabs(found - expected) <= distance) return true;
  printf("found %.10f, expected %.10f\n", found, expected);
  return false;
}

/* The same of what is expected exactly. */
static inline bool is_close(double found, double expected) { return is_within(found, expected, 1e-9); }
