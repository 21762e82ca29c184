/* job_lock.c: threads take the next job from a common counter under a mutex, one job at a time.
 *
 * Defect: a job takes a few hundred cycles, so that all threads wait for queue.lock most of the time.
 * Expert: contended lock queue.lock in next_job(): take several jobs at a time.
 * Remedy: with REPAIRED, a thread takes 64 jobs at a time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, JOBS = 16384 };
#ifdef REPAIRED
enum { BATCH = 64 };
#else
enum { BATCH = 1 };
#endif

static struct {
  pthread_mutex_t lock;
  int next;
} queue = {PTHREAD_MUTEX_INITIALIZER, 0};
static long sums[THREADS][8];

static int next_jobs(void) {
  pthread_mutex_lock(&queue.lock);
  int job = queue.next;
  queue.next += BATCH;
  pthread_mutex_unlock(&queue.lock);
  return job;
}

static void *work(void *argument) {
  long sum = 0;
  for (int job; (job = next_jobs()) < JOBS;)
    for (int j = job; j < job + BATCH; j++)
      for (int i = 0; i < 40; i++) sum += (j ^ i) % 7;
  *(long *)argument = sum;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, work, sums[t]);
  long sum = 0;
  for (int t = 0; t < THREADS; t++) {
    pthread_join(threads[t], NULL);
    sum += sums[t][0];
  }
  printf("%ld\n", sum);
  return 0;
}
