/* fourier.c: computes the Fourier transform of n = m * m numbers in six steps (Bailey, 1990). The numbers are a square
 * of m rows. The steps: transpose the square; transform each row; multiply each element by a root of unity; transpose
 * the square; transform each row; transpose the square. Each thread has m / threads rows; in a transposition it reads
 * the rows of all other threads.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include "tests/e2e/programs/kernels/kernels.h"

enum { SIDE = 64, PATCH = 8 };

typedef struct {
  double re, im;
} number;

static unsigned side; /* a power of two, at least PATCH */
static number *squares[2];
static number *roots; /* side * side roots of unity */

static number plus(number a, number b) { return (number){a.re + b.re, a.im + b.im}; }
static number minus(number a, number b) { return (number){a.re - b.re, a.im - b.im}; }
static number times(number a, number b) { return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

/* Transposes the rows `own` of `to`, square patch by patch. */
static void transpose(const number *from, number *to, share own) {
  for (unsigned column = 0; column < side; column += PATCH)
    for (unsigned i = own.first; i < own.end; i++)
      for (unsigned j = column; j < column + PATCH; j++) to[i * side + j] = from[j * side + i];
}

static void swap_bits(number *row, unsigned n) {
  for (unsigned i = 1, reversed = 0; i < n; i++) {
    unsigned bit = n / 2;
    for (; reversed & bit; bit /= 2) reversed ^= bit;
    reversed ^= bit;
    if (i >= reversed) continue;
    const number kept = row[i];
    row[i] = row[reversed];
    row[reversed] = kept;
  }
}

/* Transforms a row. `apart`: the distance in roots[] from one n-th root of unity to the next. */
static void transform(number *row, unsigned n, unsigned apart) {
  swap_bits(row, n);
  for (unsigned half = 1; half < n; half *= 2)
    for (unsigned start = 0; start < n; start += 2 * half)
      for (unsigned i = 0; i < half; i++) {
        number *low = &row[start + i], *high = low + half;
        const number turned = times(*high, roots[i * (n / half / 2) * apart]);
        *high = minus(*low, turned);
        *low = plus(*low, turned);
      }
}

static void turn(number *row, unsigned i) {
  for (unsigned j = 0; j < side; j++) row[j] = times(row[j], roots[i * j]);
}

static void work(unsigned number_of_thread) {
  const share own = share_of(side, number_of_thread);
  transpose(squares[0], squares[1], own);
  for (unsigned i = own.first; i < own.end; i++) {
    transform(&squares[1][i * side], side, side);
    turn(&squares[1][i * side], i);
  }
  meet();
  transpose(squares[1], squares[0], own);
  for (unsigned i = own.first; i < own.end; i++) transform(&squares[0][i * side], side, side);
  meet();
  transpose(squares[0], squares[1], own);
}

/* Computes the roots with numbers 2^k by halving angles, and the others as products of those, so that it does not
 * depend on a library's sines. */
static void fill_roots(unsigned n) {
  number half = {-1, 0};
  roots[0] = (number){1, 0};
  for (unsigned step = n / 2; step > 0; step /= 2) {
    roots[step] = half;
    const double cosine = sqrt((1 + half.re) / 2);
    half = (number){cosine, half.re == -1 ? -1 : half.im / 2 / cosine};
  }
  for (unsigned i = 1; i < n; i++)
    if (i & (i - 1)) roots[i] = times(roots[i & (i - 1)], roots[i & -i]);
}

int main(int argc, char **argv) {
  side = kernel_arguments(argc, argv, SIDE);
  const unsigned n = side * side;
  EXPECT(side >= PATCH && (side & (side - 1)) == 0);
  for (int i = 0; i < 2; i++) squares[i] = kernel_memory(n, sizeof(number));
  roots = kernel_memory(n, sizeof(number));
  fill_roots(n);
  number *plain = kernel_memory(n, sizeof *plain);
  for (unsigned i = 0; i < n; i++) plain[i] = squares[0][i] = (number){kernel_fraction(), kernel_fraction()};
  kernel_run(work);
  transform(plain, n, 1);
  for (unsigned i = 0; i < n; i++) {
    const number difference = minus(squares[1][i], plain[i]);
    EXPECT(fabs(difference.re) < 1e-9 && fabs(difference.im) < 1e-9);
  }
  kernel_print(squares[1], n * sizeof *plain);
  for (int i = 0; i < 2; i++) free(squares[i]);
  free(roots);
  free(plain);
  return 0;
}
