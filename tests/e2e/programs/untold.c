/* untold.c: misses in code whose source has no information about its data: a function in assembler, which reads two
 * arrays, one of them three times, and a function that the compiler made from a parallel loop. The argument is how
 * often.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 1 << 17, LINE = 64 / sizeof(long) };

long often[WORDS], seldom[WORDS], shared[WORDS];
extern long sum_words(const long *words, long n, long bytes);

static long sum_both(void) {
  long sum = 0;
  for (int i = 0; i < 3; i++) sum += sum_words(often, WORDS / LINE, LINE * sizeof(long));
  sum += sum_words(seldom, WORDS / LINE, LINE * sizeof(long));
  return sum;
}

static long sum_shared(void) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < WORDS; i += LINE) sum += shared[i];
  return sum;
}

int main(int argc, char **argv) {
  long sum = 0;
  for (int i = argc > 1 ? atoi(argv[1]) : 1; i > 0; i--) sum += sum_both() + sum_shared();
  printf("%ld\n", sum);
  return 0;
}
