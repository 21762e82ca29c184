/* bin_spread.h: the offsets of a cell's references in the blocks of its bin.
 *
 * All observed offsets are offset + k * stride. For a field in an array of structures, the stride is a multiple of the
 * structure's size. References are observed if they miss, or if their bin has to be looked up. To include neighbouring
 * elements, the first few references of a cell, and the first few after the stride became smaller, are also observed.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t offset; /* offset of the first observed reference */
  uint64_t stride; /* 0: all observed references have the offset `offset` */
  bool seen;       /* an offset was observed */
  uint8_t curious; /* number of further references that are always observed */
} bin_spread;

/* The initial value of `curious`. */
enum { BIN_SPREAD_CURIOUS = 32 };

/* Adds the offset of an observed reference. */
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
