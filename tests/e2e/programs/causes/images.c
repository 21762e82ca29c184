/* images.c: each round uses all of an image, whose rows of 4,096 bytes conflict with each other. The images are at the
 * same addresses, because a round frees its image. With SCRATCH, there is one image, and most of it is at the address of
 * a freed block of other data.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#ifdef SCRATCH
enum { ROWS = 24, COLUMNS = 1024, ROUNDS = 1, TIMES = 60, FREED = 80 << 10 };
#else
enum { ROWS = 40, COLUMNS = 1024, ROUNDS = 8, TIMES = 30, FREED = 0 };
#endif

static int prepare(void) {
  int sum = 0;
  char *scratch = malloc(FREED + 1);
  for (int i = 0; i < FREED; i++) scratch[i] = (char)i;
  for (int i = 0; i < FREED; i++) sum += scratch[i];
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
  for (int round = 0; round < ROUNDS; round++) {
    int *image = malloc(ROWS * COLUMNS * sizeof *image);
    for (int i = 0; i < ROWS * COLUMNS; i++) image[i] = i;
    sum += sum_of_columns(image);
    free(image);
  }
  printf("%ld\n", sum);
  return 0;
}
