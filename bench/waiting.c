/* waiting.c: the main thread computes while other threads wait. Its arguments: the number of waiting threads (default
 * 1), how they wait (condition, pipe or sleep; default condition), and the number of rounds of the computation.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 64, WORDS = 40000, ROUNDS = 800, FOREVER = 100000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t end = PTHREAD_COND_INITIALIZER;
static int ends_of_pipe[2];
static uint32_t words[WORDS], next = 1;

__attribute__((noreturn)) static void wait_for_condition(void) {
  pthread_mutex_lock(&mutex);
  for (;;) pthread_cond_wait(&end, &mutex);
}

static void *wait_in_thread(void *how) {
  char byte;
  switch (*(const char *)how) {
    case 'c': wait_for_condition();
    case 'p': return read(ends_of_pipe[0], &byte, 1) == 1 ? how : NULL;
    default: sleep(FOREVER); break;
  }
  return NULL;
}

static uint32_t compute(unsigned rounds) {
  uint32_t sum = 0;
  for (unsigned round = 0; round < rounds; round++) {
    for (uint32_t i = 0; i < WORDS; i++) words[i] = words[i] * 3 + i;
    for (unsigned i = 0; i < WORDS / 4; i++) {
      next = next * 1103515245u + 12345u;
      sum += words[next / 65536 % WORDS];
    }
    for (unsigned i = 1; i < WORDS; i++) words[i - 1] = words[i - 1] > words[i] ? words[i] : words[i - 1];
  }
  return sum;
}

int main(int argc, char **argv) {
  static char by_condition[] = "condition";
  const unsigned long given = argc > 1 ? strtoul(argv[1], NULL, 10) : 1, n = given < MOST ? given : MOST;
  char *const how = argc > 2 ? argv[2] : by_condition;
  pthread_t thread;
  if (pipe(ends_of_pipe) != 0) return 1;
  for (unsigned long i = 0; i < n; i++)
    if (pthread_create(&thread, NULL, wait_in_thread, how) != 0) return 1;
  printf("%u\n", compute(argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : ROUNDS));
  fflush(stdout);
  _exit(0); /* without waking the threads */
}
