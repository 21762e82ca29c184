/* exchange.c: two threads that exchange what they do: exchange LOOPS. First one copies words and the other adds
 * numbers, then one hashes and the other counts bits; then the same by the other one each. Each kind takes some ten
 * instructions a loop.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { WORDS = 4096, KINDS = 4 };
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
  for (long i = 0; i < loops; i++)
    for (uint32_t word = (uint32_t)(i & 7); word != 0; word &= word - 1) bits++;
  words[1] = bits;
}

static long loops;
static pthread_barrier_t together;

static void *work(void *second) {
  static void (*const kinds[KINDS])(long) = {copy_words, hash_words, add_numbers, count_bits};
  for (int i = 0; i < KINDS; i++) {
    kinds[(i + (second != NULL ? KINDS / 2 : 0)) % KINDS](loops);
    pthread_barrier_wait(&together);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t second;
  if (argc < 2) return 1;
  loops = atol(argv[1]);
  pthread_barrier_init(&together, NULL, 2);
  if (pthread_create(&second, NULL, work, &loops) != 0) return 2;
  work(NULL);
  pthread_join(second, NULL);
  return 0;
}
