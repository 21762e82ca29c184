/* patterns.c: common patterns of parallel programs, of which the first argument names one; see the table at the end of
 * this file. They read neither a clock nor any input, and their threads depend only on each other: so two runs have the
 * same profile.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <sched.h>
#include <stdatomic.h>

#include "tests/e2e/programs/threads.h"

enum { MOST = 64, PLACES = 8, ITEMS = 400, STEPS = 60, CELLS = 64, JOBS = 200 };

static pthread_t threads[MOST];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void run_all(void *(*run)(void *), int n) {
  for (long i = 0; i < n; i++) threads[i] = start(run, (void *)i);
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* ---- producers and consumers, with condition variables ---- */

static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static long places[PLACES];
static int held, first, produced;

static void *produce(void *argument) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&mutex);
    while (held == PLACES) pthread_cond_wait(&not_full, &mutex);
    places[(first + held++) % PLACES] = produced++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void *consume(void *argument) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&mutex);
    while (held == 0) pthread_cond_wait(&not_empty, &mutex);
    total += places[first];
    first = (first + 1) % PLACES;
    held--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void *produce_or_consume(void *number) { return (long)number % 2 == 0 ? produce(number) : consume(number); }

static void do_producers(int n) { run_all(produce_or_consume, n / 2 * 2); }

/* ---- steps between barriers at which all spin ---- */

static atomic_int arrived, sense;
static int members;
static volatile long old[MOST * CELLS + 2], new[MOST * CELLS + 2];

static void spin_barrier(int *own) {
  *own = !*own;
  if (atomic_fetch_add(&arrived, 1) == members - 1) {
    atomic_store(&arrived, 0);
    atomic_store(&sense, *own);
  } else {
    while (atomic_load(&sense) != *own) continue;
  }
}

static void *smooth(void *number) {
  const int begin = 1 + (int)(long)number * CELLS;
  int own = 0;
  for (int step = 0; step < STEPS; step++) {
    for (int i = begin; i < begin + CELLS; i++) new[i] = (old[i - 1] + old[i] + old[i + 1]) / 3;
    spin_barrier(&own);
    for (int i = begin; i < begin + CELLS; i++) old[i] = new[i];
    spin_barrier(&own);
  }
  return NULL;
}

static void do_spin_barrier(int n) {
  members = n;
  for (int i = 0; i < n * CELLS + 2; i++) old[i] = i * 1000 % 7919;
  run_all(smooth, n);
  for (int i = 0; i < n * CELLS + 2; i++) total += old[i];
}

/* ---- a pool of threads with a queue of jobs, which add jobs ---- */

typedef struct job {
  struct job *next;
  long size;
} job;

static pthread_cond_t there_is_work = PTHREAD_COND_INITIALIZER, all_done = PTHREAD_COND_INITIALIZER;
static job *queue, **queue_end = &queue;
static int unfinished, closed;

static void add_job(long size) {
  job *j = malloc(sizeof *j);
  *j = (job){NULL, size};
  pthread_mutex_lock(&mutex);
  *queue_end = j;
  queue_end = &j->next;
  unfinished++;
  pthread_cond_signal(&there_is_work);
  pthread_mutex_unlock(&mutex);
}

static job *take_job(void) {
  while (!queue && !closed) pthread_cond_wait(&there_is_work, &mutex);
  job *j = queue;
  if (!j) return NULL;
  queue = j->next;
  if (!queue) queue_end = &queue;
  return j;
}

static long do_job(const job *j) {
  volatile long sum = 0;
  for (long i = 0; i < j->size * 20; i++) sum += i;
  if (j->size % 3 == 0) add_job(j->size / 3 + 1);
  return sum;
}

static void *work(void *argument) {
  job *j;
  pthread_mutex_lock(&mutex);
  while ((j = take_job()) != NULL) {
    pthread_mutex_unlock(&mutex);
    const long sum = do_job(j);
    free(j);
    pthread_mutex_lock(&mutex);
    total += sum;
    if (--unfinished == 0) pthread_cond_signal(&all_done);
  }
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void do_pool(int n) {
  for (int i = 0; i < n; i++) threads[i] = start(work, NULL);
  for (int i = 0; i < JOBS; i++) add_job(i % 50);
  pthread_mutex_lock(&mutex);
  while (unfinished != 0) pthread_cond_wait(&all_done, &mutex);
  closed = 1;
  pthread_cond_broadcast(&there_is_work);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* ---- locks that are fought for ---- */

static atomic_flag taken = ATOMIC_FLAG_INIT;
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;

static void *fight(void *number) {
  for (int i = 0; i < ITEMS; i++) {
    while (atomic_flag_test_and_set(&taken)) continue;
    total += (long)number;
    atomic_flag_clear(&taken);
    if (i % 16 == 0) sched_yield();
    if (i % 7 == (long)number % 7) {
      pthread_rwlock_wrlock(&table_lock);
      places[i % PLACES]++;
    } else {
      pthread_rwlock_rdlock(&table_lock);
    }
    pthread_rwlock_unlock(&table_lock);
  }
  return NULL;
}

static void do_locks(int n) { run_all(fight, n); }

static const way ways[] = {
    {"producers", do_producers}, {"spin-barrier", do_spin_barrier}, {"pool", do_pool}, {"locks", do_locks}};

int main(int argc, char **argv) {
  const int status = run_way(ways, sizeof ways / sizeof ways[0], argc, argv);
  printf("%ld\n", total);
  return status;
}
