/* jobs.c: threads take jobs from one list under a mutex, and add the results to one total. Jobs are small, so that the
 * mutex is contended.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bench/team.h"

enum { JOBS = 60000, WORDS = 256 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned limit, taken;
static uint64_t total;
static uint64_t data[64][WORDS];

static uint64_t do_job(unsigned job) {
  uint64_t *words = data[job % 64], hash = job;
  for (int i = 0; i < WORDS; i++) hash = (hash ^ words[i]) * 0x100000001b3;
  return hash;
}

/* Returns the next job, or `limit` if there is none. */
static unsigned take_job(uint64_t last) {
  pthread_mutex_lock(&mutex);
  total += last;
  const unsigned job = taken < limit ? taken++ : limit;
  pthread_mutex_unlock(&mutex);
  return job;
}

static void work(unsigned number) {
  (void)number;
  uint64_t last = 0;
  for (unsigned job; (job = take_job(last)) < limit;) last = do_job(job);
}

int main(int argc, char **argv) {
  const unsigned n = team_size(argc, argv);
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < WORDS; j++) data[i][j] = (uint64_t)i * (uint64_t)j;
  limit = team_amount(argc, argv, JOBS) * n;
  team_run(n, work);
  printf("%016llx\n", (unsigned long long)total);
  return 0;
}
