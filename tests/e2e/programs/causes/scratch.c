/* scratch.c: uses all of an image, whose rows of 4,096 bytes conflict with each other. Most of the image is at the
 * address of a block of other data that has been freed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 24, COLUMNS = 1024, TIMES = 60, SCRATCH = 80 << 10 };

static int prepare(void) {
  int sum = 0;
  char *scratch = malloc(SCRATCH);
  for (int i = 0; i < SCRATCH; i++) scratch[i] = (char)i;
  for (int i = 0; i < SCRATCH; i++) sum += scratch[i];
  free(scratch);
  return sum;
}

static long sum_of_columns(const int *image) {
  long sum = 0;
  for (int x = 0; x < COLUMNS; x++)
    for (int time = 0; time < TIMES; time++)
      for (int y = 0; y < ROWS; y++) sum += image[y * COLUMNS + x];
  return sum;
}

int main(void) {
  long sum = prepare();
  int *image = malloc(ROWS * COLUMNS * sizeof *image);
  for (int i = 0; i < ROWS * COLUMNS; i++) image[i] = i;
  sum += sum_of_columns(image);
  printf("%ld\n", sum);
  free(image);
  return 0;
}
