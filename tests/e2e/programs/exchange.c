/* exchange.c: two threads that exchange what they do: exchange LOOPS. First one copies words and the other adds
 * numbers, then one hashes and the other counts bits; then the same by the other one each. Each kind takes some ten
 * instructions a loop.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdlib.h>

#include "tests/e2e/programs/kinds_of_work.h"

enum { KINDS = 4 };

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
