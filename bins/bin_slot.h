/* bin_slot.h: the parts of a function's stack frame that are bins of their own where stack variables are told apart.
 *
 * A slot is eight bytes, counted down from the frame's canonical frame address (CFA): the stack pointer before the
 * call. Large frames would have too many of them: what is further down than BIN_SLOT_NEAR is in slots of
 * BIN_SLOT_FAR_BYTES.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_SLOT_H
#define BINS_BIN_SLOT_H

#include <stdint.h>

/* Bytes. */
enum { BIN_SLOT_BYTES = 8, BIN_SLOT_NEAR = 64 << 10, BIN_SLOT_FAR_BYTES = 4 << 10 };

/* The slot that a byte is in, `distance` bytes below the CFA: how far below it the slot's first byte is. Of 0, which no
 * byte has, it is 0: a slot that is not known. */
static inline uint64_t bin_slot_below(uint64_t distance) {
  const uint64_t bytes = distance <= BIN_SLOT_NEAR ? BIN_SLOT_BYTES : BIN_SLOT_FAR_BYTES;
  return (distance + bytes - 1) / bytes * bytes;
}

/* Bytes of the slot whose first byte is `below` bytes below the CFA. */
static inline uint64_t bin_slot_bytes(uint64_t below) {
  return below <= BIN_SLOT_NEAR ? BIN_SLOT_BYTES : BIN_SLOT_FAR_BYTES;
}

#endif
