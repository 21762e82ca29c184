/* phases.c: goes through four kinds of work in turns: phases ROUNDS LOOPS [THREADS]. Each kind takes some 11
 * instructions a loop. With THREADS so many threads do that side by side.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { WORDS = 4096, MOST_THREADS = 16 };
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

static long rounds, loops;

static void *work(void *unused) {
  for (long i = 0; i < rounds; i++) {
    copy_words(loops);
    hash_words(loops);
    add_numbers(loops);
    count_bits(loops);
  }
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[MOST_THREADS];
  if (argc < 3) return 1;
  rounds = atol(argv[1]);
  loops = atol(argv[2]);
  const int n = argc > 3 ? atoi(argv[3]) : 0;
  if (n == 0) work(NULL);
  for (int i = 0; i < n && i < MOST_THREADS; i++)
    if (pthread_create(&threads[i], NULL, work, NULL) != 0) return 2;
  for (int i = 0; i < n && i < MOST_THREADS; i++) pthread_join(threads[i], NULL);
  return 0;
}
