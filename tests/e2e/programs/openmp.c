/* openmp.c: uses loops, a reduction, tasks, a critical section, an ordered loop and a lock, with OpenMP's default
 * number of threads. Prints that number, and sums that do not depend on it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 3000, SWEEPS = 5 };

static unsigned long old[WORDS], new[WORDS];

static void sweep(void) {
#pragma omp parallel for
  for (int i = 1; i < WORDS - 1; i++) new[i] = old[i - 1] + old[i] + old[i + 1];
#pragma omp parallel for schedule(dynamic, 100)
  for (int i = 1; i < WORDS - 1; i++) old[i] = new[i] % 1000003;
}

static unsigned long sum_up(void) {
  unsigned long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(guided)
  for (int i = 0; i < WORDS; i++) sum += old[i];
  return sum;
}

static long fibonacci(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a) if (n > 6)
  a = fibonacci(n - 1);
#pragma omp task shared(b) if (n > 6)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

/* Each thread waits for the others between its steps. It counts in a critical section, under a lock, and atomically. */
static long meet(void) {
  long counted = 0, locked = 0, added = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  for (int i = 0; i < 5; i++) {
#pragma omp critical
    counted++;
#pragma omp barrier
    omp_set_lock(&lock);
    locked++;
    omp_unset_lock(&lock);
#pragma omp atomic
    added++;
#pragma omp barrier
  }
  omp_destroy_lock(&lock);
  return counted == locked && locked == added ? counted / omp_get_max_threads() : -1;
}

int main(void) {
  unsigned long order = 0;
  long fib = 0;
  printf("%d threads\n", omp_get_max_threads());
  for (int i = 0; i < WORDS; i++) old[i] = (unsigned long)i * i;
  for (int i = 0; i < SWEEPS; i++) sweep();
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < 20; i++)
#pragma omp ordered
    order = order * 3 + (unsigned long)i;
#pragma omp parallel
#pragma omp single
  fib = fibonacci(10);
  printf("%lu %lu %ld %ld\n", sum_up(), order, fib, meet());
  return 0;
}
