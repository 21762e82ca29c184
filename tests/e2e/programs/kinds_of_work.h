/* kinds_of_work.h: four kinds of work, each with about 11 instructions per iteration. The first and the third kind walk
 * through memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdint.h>

enum { WORDS = 4096 };
static volatile uint32_t words[WORDS];
static volatile double numbers[WORDS];

__attribute__((noinline)) static void copy_words(long loops) {
  for (long i = 0; i < loops; i++) words[i % WORDS] = words[(i + WORDS / 2) % WORDS];
}

__attribute__((noinline)) static void hash_words(long loops) {
  uint32_t hash = 1;
  for (long i = 0; i < loops; i++) hash = (hash ^ (uint32_t)i) * 16777619u + (hash >> 7);
  words[0] = hash;
}

__attribute__((noinline)) static void add_numbers(long loops) {
  double sum = 0;
  for (long i = 0; i < loops; i++) sum += numbers[i & (WORDS - 1)] * 0.5 + (double)i;
  numbers[0] = sum;
}

__attribute__((noinline)) static void count_bits(long loops) {
  uint32_t bits = 0;
  for (long i = 0; i < loops; i++) {
    uint32_t word = (uint32_t)(i & 7);
    for (; word != 0; word &= word - 1) bits++;
  }
  words[1] = bits;
}
