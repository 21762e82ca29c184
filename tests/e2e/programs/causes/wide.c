/* wide.c: goes through an array of integers several times. With COMPLEX, of complex numbers. With NAMED, of numbers
 * whose type has another name. With FEW, the cache could hold all elements if they were bytes, and BYTES makes them
 * bytes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <complex.h>
#include <stdio.h>

#if defined FEW
enum { N = 20000, ROUNDS = 4 };
#else
enum { N = 40000, ROUNDS = 4 };
#endif

#if defined COMPLEX
static float complex values[N];
#elif defined NAMED
typedef double number;
static number values[N];
#elif defined BYTES
static signed char values[N];
#else
static long values[N];
#endif

int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) values[i] = i % 100;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < N; i++) sum += (double)values[i] * round;
  printf("%g\n", sum);
  return 0;
}
