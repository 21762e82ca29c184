/* apart.c: two arrays that the kernel places 64 KB apart, so that they are in the same sets of a cache of 64 KB with
 * one way. With LONG, there is one array that is longer than the cache, wherever it is.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

enum { APART = 1 << 16, SWEEPS = 10 };
#ifdef LONG
enum { BYTES = 4 * APART, N = BYTES / sizeof(double) };
#else
enum { BYTES = 2 * APART, N = APART / 4 / sizeof(double) };
#endif

__attribute__((noinline)) static double sum_of(const double *first, const double *second) {
  double sum = 0;
  for (unsigned i = 0; i < N; i++) sum += first[i] * second[i];
  return sum;
}

int main(void) {
  double sum = 0;
  char *const place = mmap(NULL, 2 * BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(place, 2 * BYTES);
  double *first = mmap(place, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
#ifdef LONG
  double *second = first;
#else
  double *second = mmap(place + BYTES, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
#endif
  for (unsigned i = 0; i < N; i++) first[i] = second[i] = i;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    sum += sum_of(first, second);
    __asm__ volatile("" ::: "memory"); /* otherwise it would be called only once */
  }
  printf("%g\n", sum);
  return 0;
}
