/* phases.c: alternates between four kinds of work: phases ROUNDS LOOPS [THREADS]. Each kind has about 11 instructions
 * per iteration. With THREADS, this many threads do that at the same time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdlib.h>

#include "tests/e2e/programs/kinds_of_work.h"

enum { MOST_THREADS = 16 };

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
