/* handover.c: threads with even numbers produce records and threads with odd numbers consume them, through one ring
 * with condition variables. The ring is small, so that producers and consumers often wait.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bench/team.h"

enum { RECORDS = 40000, WORDS = 128, SLOTS = 16 };

typedef struct {
  uint64_t words[WORDS];
} record;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t may_put = PTHREAD_COND_INITIALIZER, may_take = PTHREAD_COND_INITIALIZER;
static record ring[SLOTS];
static unsigned records, put, taken;
static uint64_t total;

static void make_record(record *r, unsigned seed) {
  for (unsigned i = 0; i < WORDS; i++) r->words[i] = (uint64_t)seed * i;
}

static uint64_t sum_of(const record *r) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < WORDS; i++) sum += r->words[i];
  return sum;
}

static void produce(unsigned seed) {
  record r;
  make_record(&r, seed);
  pthread_mutex_lock(&mutex);
  while (put - taken == SLOTS) pthread_cond_wait(&may_put, &mutex);
  ring[put++ % SLOTS] = r;
  pthread_cond_signal(&may_take);
  pthread_mutex_unlock(&mutex);
}

static void consume(void) {
  pthread_mutex_lock(&mutex);
  while (put == taken) pthread_cond_wait(&may_take, &mutex);
  const record r = ring[taken++ % SLOTS];
  pthread_cond_signal(&may_put);
  pthread_mutex_unlock(&mutex);
  const uint64_t sum = sum_of(&r);
  __atomic_fetch_add(&total, sum, __ATOMIC_RELAXED);
}

static void work(unsigned number) {
  for (unsigned i = 0; i < records; i++) {
    if (number % 2 == 0)
      produce(i);
    else
      consume();
  }
}

int main(int argc, char **argv) {
  records = team_amount(argc, argv, RECORDS);
  team_run(team_size(argc, argv) / 2 * 2, work);
  printf("%016llx\n", (unsigned long long)total);
  return 0;
}
