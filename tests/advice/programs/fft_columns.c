/* fft_columns.c: sums pairs of rows in each column of an image, as a step of a transform does.
 *
 * Defect: a row has 4,096 bytes, so that all elements of a column are in the same set of the cache. The two columns that
 *   share a line could otherwise stay in the cache.
 * Expert: rows of a power of two: pad each row by a line.
 * Remedy: with REPAIRED, a row has 8 more elements.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

#ifdef REPAIRED
enum { PAD = 8 };
#else
enum { PAD = 0 };
#endif
enum { ROWS = 128, COLUMNS = 512, STRIDE = COLUMNS + PAD };

static void column(double *image, int x) {
  for (int span = ROWS / 2; span; span /= 2)
    for (int y = 0; y < ROWS; y++)
      if (!(y & span)) {
        double *a = &image[y * STRIDE + x], *b = &image[(y + span) * STRIDE + x];
        double sum = *a + *b, difference = *a - *b;
        *a = sum;
        *b = difference / 2;
      }
}

int main(void) {
  double *image = malloc(ROWS * STRIDE * sizeof *image);
  for (int y = 0; y < ROWS; y++)
    for (int x = 0; x < COLUMNS; x++) image[y * STRIDE + x] = y ^ x;
  for (int x = 0; x < COLUMNS; x++) column(image, x);
  double sum = 0;
  for (int y = 0; y < ROWS; y++) sum += image[y * STRIDE + y];
  printf("%g\n", sum);
  free(image);
  return 0;
}
