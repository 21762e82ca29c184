/* bin_slot.h: slots, the parts of a stack frame that are bins of their own if stack variables are distinguished.
 *
 * A slot has eight bytes. Slots are counted downwards from the canonical frame address (CFA), which is the value of the
 * stack pointer before the call. To limit the number of slots, slots that are more than BIN_SLOT_NEAR bytes below the
 * CFA have BIN_SLOT_FAR_BYTES bytes.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdint.h>

/* Sizes and distances in bytes. */
enum { BIN_SLOT_BYTES = 8, BIN_SLOT_NEAR = 64 << 10, BIN_SLOT_FAR_BYTES = 4 << 10 };

/* Returns the slot that contains the byte `distance` bytes below the CFA. The number of a slot is the distance of its
 * first byte from the CFA. Returns 0 (an unknown slot) if `distance` is 0. */
static inline uint64_t bin_slot_below(uint64_t distance) {
  const uint64_t bytes = distance <= BIN_SLOT_NEAR ? BIN_SLOT_BYTES : BIN_SLOT_FAR_BYTES;
  return (distance + bytes - 1) / bytes * bytes;
}

/* Returns the size in bytes of the slot whose first byte is `below` bytes below the CFA. */
static inline uint64_t bin_slot_bytes(uint64_t below) {
  return below <= BIN_SLOT_NEAR ? BIN_SLOT_BYTES : BIN_SLOT_FAR_BYTES;
}
