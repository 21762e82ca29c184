/* radix.c: sorts keys by one digit after the other, the lowest first. For each digit position, every thread counts the
 * digits of its share of the keys. Then it adds up its share of all threads' counts, which gives the places for each
 * thread's keys with that digit. Then it stores its keys at these places, which are everywhere in the other array.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/e2e/programs/kernels/kernels.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, KEY_BITS = 24, KEYS = 16384 };

static unsigned n_keys;
static uint32_t *keys[2]; /* the two arrays: source and destination */
static unsigned counts[MOST_THREADS][DIGITS];
static unsigned places[MOST_THREADS][DIGITS]; /* relative to the first place of the digit's share */
static unsigned sums[MOST_THREADS];           /* number of keys with a digit of the share */

static unsigned digit_of(uint32_t key, unsigned shift) { return key >> shift & (DIGITS - 1); }

static void count(const uint32_t *from, share own, unsigned shift, unsigned *counted) {
  for (unsigned d = 0; d < DIGITS; d++) counted[d] = 0;
  for (unsigned i = own.first; i < own.end; i++) counted[digit_of(from[i], shift)]++;
}

/* Keys with the same digit stay in the order of the threads. */
static unsigned add_up(share digits) {
  unsigned sum = 0;
  for (unsigned d = digits.first; d < digits.end; d++)
    for (unsigned t = 0; t < n_threads; t++) {
      places[t][d] = sum;
      sum += counts[t][d];
    }
  return sum;
}

static void put(const uint32_t *from, uint32_t *to, share own, unsigned shift, const unsigned *relative) {
  unsigned next[DIGITS], before = 0;
  for (unsigned t = 0; t < n_threads; t++) {
    const share digits = share_of(DIGITS, t);
    for (unsigned d = digits.first; d < digits.end; d++) next[d] = before + relative[d];
    before += sums[t];
  }
  for (unsigned i = own.first; i < own.end; i++) to[next[digit_of(from[i], shift)]++] = from[i];
}

static void work(unsigned number) {
  const share own = share_of(n_keys, number);
  for (unsigned pass = 0; pass < KEY_BITS / DIGIT_BITS; pass++) {
    const unsigned shift = pass * DIGIT_BITS;
    count(keys[pass % 2], own, shift, counts[number]);
    meet();
    sums[number] = add_up(share_of(DIGITS, number));
    meet();
    put(keys[pass % 2], keys[(pass + 1) % 2], own, shift, places[number]);
    meet();
  }
}

static int compare(const void *a, const void *b) {
  const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
  return (one > other) - (one < other);
}

int main(int argc, char **argv) {
  n_keys = kernel_arguments(argc, argv, KEYS);
  const size_t bytes = n_keys * sizeof(uint32_t);
  for (int i = 0; i < 2; i++) keys[i] = kernel_memory(n_keys, sizeof(uint32_t));
  for (unsigned i = 0; i < n_keys; i++) keys[0][i] = kernel_dice() >> (32 - KEY_BITS);
  uint32_t *plain = memcpy(kernel_memory(n_keys, sizeof *plain), keys[0], bytes);
  kernel_run(work);
  qsort(plain, n_keys, sizeof *plain, compare);
  const uint32_t *sorted = keys[KEY_BITS / DIGIT_BITS % 2];
  EXPECT(memcmp(sorted, plain, bytes) == 0);
  kernel_print(sorted, bytes);
  for (int i = 0; i < 2; i++) free(keys[i]);
  free(plain);
  return 0;
}
