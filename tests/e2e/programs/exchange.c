/* exchange.c: two threads that exchange their work: exchange LOOPS. First, thread A copies words while thread B adds
 * numbers; then A hashes while B counts bits. Then A and B exchange these kinds of work. Each kind of work has about
 * ten instructions per iteration.
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
