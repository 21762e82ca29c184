/* images.c: each round uses all of an image, whose rows of 4,096 bytes conflict with each other. The images are at the
 * same addresses, because a round frees its image.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 40, COLUMNS = 1024, ROUNDS = 8, TIMES = 30 };

static long sum_of_columns(const int *image) {
  long sum = 0;
  for (int x = 0; x < COLUMNS; x++)
    for (int time = 0; time < TIMES; time++)
      for (int y = 0; y < ROWS; y++) sum += image[y * COLUMNS + x];
  return sum;
}

int main(void) {
  long sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    int *image = malloc(ROWS * COLUMNS * sizeof *image);
    for (int i = 0; i < ROWS * COLUMNS; i++) image[i] = i;
    sum += sum_of_columns(image);
    free(image);
  }
  printf("%ld\n", sum);
  return 0;
}
