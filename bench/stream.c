/* stream.c: writes and then reads 200 MB in ascending order, once each. Its peak memory shows how much memory a tool
 * uses for each line of the program's memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 200 * 1000 * 1000 / sizeof(double) };

int main(void) {
  double *words = malloc(WORDS * sizeof *words);
  if (words == NULL) abort();
  for (size_t i = 0; i < WORDS; i++) words[i] = (double)(i & 1023);
  double sum = 0;
  for (size_t i = 0; i < WORDS; i++) sum += words[i];
  printf("%.0f\n", sum);
  free(words);
  return 0;
}
