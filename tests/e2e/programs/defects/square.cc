/* square.cc: the columns of a matrix of 256 rows of 2048 bytes are sorted again and again; the lines of a column fall
 * into two sets of the cache. With REPAIRED: the rows are longer by a line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cstdio>
#include <vector>

enum { SIDE = 256, PASSES = 12 };
#ifdef REPAIRED
enum { LENGTH = SIDE + 8 };
#else
enum { LENGTH = SIDE };
#endif

static int sort(std::vector<double> &matrix, int column) {
  int swaps = 0;
  double *first = &matrix[column];
  for (int pass = 0; pass < PASSES; pass++)
    for (int row = 0; row + 1 < SIDE; row++)
      if (first[row * LENGTH] > first[(row + 1) * LENGTH]) {
        std::swap(first[row * LENGTH], first[(row + 1) * LENGTH]);
        swaps++;
      }
  return swaps;
}

int main() {
  std::vector<double> matrix(SIDE * LENGTH);
  for (int i = 0; i < SIDE * LENGTH; i++) matrix[i] = i * 37 % 101;
  int swaps = 0;
  for (int column = 0; column < SIDE; column++) swaps += sort(matrix, column);
  std::printf("%d\n", swaps);
  return 0;
}
