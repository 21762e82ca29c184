/* grows.c: an array of numbers grows by a constant number of elements at a time. It exceeds the cache.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 80000, MORE = 8000 };

int main(void) {
  long *numbers = NULL, sum = 0;
  for (int i = 0; i < ELEMENTS; i++) {
    if (i % MORE == 0) {
      long *larger = malloc((i + MORE) * sizeof *larger);
      if (i != 0) memcpy(larger, numbers, i * sizeof *larger);
      free(numbers);
      numbers = larger;
    }
    numbers[i] = i;
  }
  for (int i = 0; i < ELEMENTS; i++) sum += numbers[i];
  printf("%ld\n", sum);
  free(numbers);
  return 0;
}
