/* wide.c: goes through an array of integers several times. With COMPLEX, of complex numbers. With NAMED, of numbers
 * whose type has another name. With FEW, the cache could hold all elements if they were bytes, and BYTES makes them
 * bytes. With POSITIONS, the numbers are positions in another array. With THROUGH, a variable has the position.
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

#if defined POSITIONS
double others[100];
#endif

int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) values[i] = i % 100;
  for (int round = 0; round < ROUNDS; round++)
#if defined THROUGH
    for (int i = 0; i < N; i++) {
      const long position = values[i];
      sum += others[position];
    }
#elif defined POSITIONS
    for (int i = 0; i < N; i++) sum += others[values[i]];
#else
    for (int i = 0; i < N; i++) sum += (double)values[i] * round;
#endif
  printf("%g\n", sum);
  return 0;
}
