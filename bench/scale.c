/* scale.c: work that up to 64 threads share: on private data, on data whose ends the neighbours read, or under one
 * contended lock. Its first argument selects one of these; the arguments of team.h follow.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

#define TEAM_MOST 64
#include "bench/team.h"

enum { WORDS = 8 * 1024, SWEEPS = 40 * TEAM_MOST, ROUNDS = 1000 * TEAM_MOST, SHARED = 16, OWN = 64 };

static _Alignas(TEAM_LINE) double shares[TEAM_MOST][WORDS];
static unsigned size, amount;

/* A share is twice what a cache of 32 KB holds. */
static void sweep(double *share, double left, double right) {
  for (int i = 0; i < WORDS; i++) share[i] = 0.5 * share[i] + left;
  share[0] += left;
  share[WORDS - 1] += right;
}

static void own(unsigned number) {
  for (unsigned i = 0; i < amount; i++) sweep(shares[number], i, number);
}

/* Threads do not wait for each other: an early thread reads the values that are there. */
static void neighbours(unsigned number) {
  const volatile double *left = &shares[(number + size - 1) % size][WORDS - 1];
  const volatile double *right = &shares[(number + 1) % size][0];
  for (unsigned i = 0; i < amount; i++) sweep(shares[number], *left, *right);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(TEAM_LINE) long counters[SHARED];

static void lock(unsigned number) {
  for (unsigned i = 0; i < amount; i++) {
    pthread_mutex_lock(&mutex);
    for (int k = 0; k < SHARED; k++) counters[k]++;
    pthread_mutex_unlock(&mutex);
    for (int k = 0; k < OWN; k++) shares[number][k] += i;
  }
}

static const struct {
  const char *name;
  team_work *work;
  unsigned amount;
} kinds[] = {{"own", own, SWEEPS}, {"neighbours", neighbours, SWEEPS}, {"lock", lock, ROUNDS}};

int main(int argc, char **argv) {
  for (unsigned i = 0; argc > 1 && i < sizeof kinds / sizeof kinds[0]; i++) {
    if (strcmp(argv[1], kinds[i].name) != 0) continue;
    size = team_size(argc - 1, argv + 1);
    amount = team_amount(argc - 1, argv + 1, kinds[i].amount) / (size > 0 ? size : 1);
    team_run(size, kinds[i].work);
    return 0;
  }
  fprintf(stderr, "usage: scale own|neighbours|lock [THREADS [DIVISOR]]\n");
  return 2;
}
