/* power_of_two.c: a matrix whose rows are as long as a way of the cache, so that a column is in one set. With REPAIRED,
 * the rows are longer by a line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { ROWS = 64, WAY = 512, SWEEPS = 300 };
#ifdef REPAIRED
enum { LENGTH = WAY + 8 };
#else
enum { LENGTH = WAY };
#endif

_Alignas(64) double matrix[ROWS][LENGTH];

__attribute__((noinline)) static double total(int column) {
  double sum = 0;
  for (int row = 0; row < ROWS; row++) sum += matrix[row][column];
  return sum;
}

int main(void) {
  double sum = 0;
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int column = 0; column < 8; column++) sum += total(column);
  printf("%g\n", sum);
  return 0;
}
