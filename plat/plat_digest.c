/* plat_digest.c: see plat_digest.h.
 *
 * Each step is a bijection of the state for a fixed input, and of the input for a fixed state. So contents that differ
 * in one word always have different checksums.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "plat/plat_digest.h"

/* Odd constants, without a pattern: the fractions of the golden ratio and of the square root of 2. */
#define FIRST_FACTOR UINT64_C(0x9e3779b97f4a7c15)
#define SECOND_FACTOR UINT64_C(0x6a09e667f3bcc909)

static uint64_t mix(uint64_t state, uint64_t word, uint64_t factor) {
  state = (state ^ word) * factor;
  return state ^ state >> 32;
}

/* Returns up to 8 bytes as a number, the first byte as the lowest. */
static uint64_t word_at(const uint8_t *bytes, size_t n) {
  uint64_t word = 0;
  if (n >= sizeof word) {
    __builtin_memcpy(&word, bytes, sizeof word);
    return word;
  }
  for (size_t i = 0; i < n; i++) word |= (uint64_t)bytes[i] << 8 * i;
  return word;
}

void plat_digest(const void *content, size_t n, uint64_t digest[PLAT_DIGEST_WORDS]) {
  const uint8_t *bytes = content;
  uint64_t a = mix(FIRST_FACTOR, n, SECOND_FACTOR), b = mix(SECOND_FACTOR, n, FIRST_FACTOR);
  for (size_t at = 0; at < n; at += 2 * sizeof a) {
    const size_t left = n - at;
    a = mix(a, word_at(bytes + at, left), FIRST_FACTOR);
    b = mix(b, left > sizeof a ? word_at(bytes + at + sizeof a, left - sizeof a) : 0, SECOND_FACTOR);
  }
  digest[0] = mix(a, b, SECOND_FACTOR);
  digest[1] = mix(b, a, FIRST_FACTOR);
}

void plat_digest_spell(const uint64_t digest[PLAT_DIGEST_WORDS], char digits[PLAT_DIGEST_DIGITS + 1]) {
  for (unsigned i = 0; i < PLAT_DIGEST_DIGITS; i++)
    digits[i] = "0123456789abcdef"[digest[i / 16] >> (60 - 4 * (i % 16)) & 15];
  digits[PLAT_DIGEST_DIGITS] = '\0';
}
