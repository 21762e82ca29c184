/* forks.c: threads that share a sum work in rounds, with requests to the tool. In the middle, one of them forks a
 * process, which works, too, and waits for its end. The argument is how often the process repeats its work.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memspy/memspy.h"

enum { THREADS = 4, ROUNDS = 4, WORDS = 3000, FORKS = 0, NAMES = 1, PAUSES = 2 };

static long words[THREADS][WORDS], sum, times;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;

static void work(long number) {
  long *block = malloc((size_t)(64 + number) * sizeof *block);
  for (long i = 0; i < WORDS; i += 1 + number) block[i % 64] = words[number][i] += i;
  pthread_mutex_lock(&lock);
  sum += block[number];
  pthread_mutex_unlock(&lock);
  free(block);
}

static void be_child(void) {
  MEMSPY_NAME(words[0], sizeof words[0], "child's");
  for (long i = 0; i < times; i++) work(0);
  MEMSPY_STOP;
  work(1);
  MEMSPY_START;
  MEMSPY_UNNAME(words[0]);
  work(2);
  _exit(0);
}

static void make_process(void) {
  int status;
  const pid_t child = fork();
  if (child == 0) be_child();
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) abort();
}

static void ask(long number, int round) {
  if (number == NAMES && round % 2 == 0) MEMSPY_NAME(words[number], sizeof words[number], "thread's");
  if (number == NAMES && round % 2 == 1) MEMSPY_UNNAME(words[number]);
  if (number == PAUSES && round % 2 == 0) MEMSPY_STOP;
  if (number == PAUSES && round % 2 == 1) MEMSPY_START;
}

static void *go_round(void *which) {
  const long number = (long)which;
  for (int round = 0; round < ROUNDS; round++) {
    ask(number, round);
    work(number);
    pthread_barrier_wait(&barrier);
    if (number == FORKS && round == ROUNDS / 2) make_process();
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(int n, char **args) {
  pthread_t threads[THREADS];
  times = n > 1 ? atol(args[1]) : 1;
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 1; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, go_round, (void *)i) != 0) return 2;
  go_round(NULL);
  for (long i = 1; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", sum);
  return 0;
}
