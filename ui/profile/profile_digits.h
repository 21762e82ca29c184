/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_digits.h: parses decimal numbers, eight digits at a time, without a branch for each digit. It must be fast,
 * since a profile consists mostly of numbers. */
#pragma once

#include <glib.h>
#include <stdint.h>
#include <string.h>

enum { PROFILE_DIGITS_READ = 16 }; /* bytes that profile_digits() reads */

/* Returns the value of eight digits. The first digit is in the lowest byte. Digits are 0 to 9, not characters. Joins
 * neighbours to pairs, pairs to groups of four, and then the two groups. */
static inline uint64_t profile_digits_join(uint64_t digits) {
  const uint64_t pairs = digits * 10 + (digits >> 8); /* one value in every other byte */
  const uint64_t mask = UINT64_C(0x000000ff000000ff);
  return (uint32_t)(((pairs & mask) * (100 + (UINT64_C(1000000) << 32)) +
                     ((pairs >> 16) & mask) * (1 + (UINT64_C(10000) << 32))) >>
                    32);
}

/* Returns the number of leading digits in eight bytes, and sets *value to their value. */
static inline unsigned profile_digits_eight(const char *bytes, uint64_t *value) {
  uint64_t digits;
  memcpy(&digits, bytes, sizeof digits);
  digits = GUINT64_FROM_LE(digits) ^ UINT64_C(0x3030303030303030);
  /* The top bit marks a byte above 9. A carry out of such a byte can spoil later bytes, but no earlier ones. */
  const uint64_t others = (digits | (digits + UINT64_C(0x7676767676767676))) & UINT64_C(0x8080808080808080);
  if (others == 0) {
    *value = profile_digits_join(digits);
    return 8;
  }
  const unsigned n = (unsigned)__builtin_ctzll(others) / 8;
  *value = n != 0 ? profile_digits_join(digits << (64 - 8 * n)) : 0; /* with leading zeros */
  return n;
}

/* Returns the number of leading decimal digits in the PROFILE_DIGITS_READ bytes at `bytes`, and sets *value to their
 * value. */
static inline unsigned profile_digits(const char *bytes, uint64_t *value) {
  static const uint32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
  const unsigned n = profile_digits_eight(bytes, value);
  if (G_LIKELY(n < 8)) return n;
  uint64_t low;
  const unsigned m = profile_digits_eight(bytes + 8, &low);
  *value = *value * powers[m] + low;
  return 8 + m;
}
