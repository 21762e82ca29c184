/* bin_spread.h: at which offsets in the blocks of its bin a cell's references were.
 *
 * All are at offset + k * stride: of a field in an array of structures the stride is a multiple of the structure's
 * size. Not every reference is looked at, only those that miss, or whose bin has to be looked up. So that neighbours
 * are seen too, the first few of a cell, and the first few after the stride became a smaller one, are all looked at.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_SPREAD_H
#define BINS_BIN_SPREAD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t offset; /* of the first */
  uint64_t stride; /* 0: all at that offset */
  bool seen;       /* else nothing is known */
  uint8_t curious; /* so many more that would pass unseen shall be looked at */
} bin_spread;

/* How many, of a cell. */
enum { BIN_SPREAD_CURIOUS = 32 };

/* Takes in a reference at an offset. */
static inline void bin_spread_add(bin_spread *spread, uint64_t offset) {
  if (!spread->seen) {
    *spread = (bin_spread){.offset = offset, .seen = true, .curious = BIN_SPREAD_CURIOUS};
    return;
  }
  uint64_t a = offset > spread->offset ? offset - spread->offset : spread->offset - offset, b = spread->stride;
  if (b != 0 ? a % b == 0 : a == 0) return;
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  spread->stride = a;
  spread->curious = BIN_SPREAD_CURIOUS;
}

#endif
