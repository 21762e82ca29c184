/* blanks.c: goes to elements in random order, in a text with blanks before brackets, as in SuiteSparse.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* clang-format off */
#include <stdio.h>

enum { ELEMENTS = 1 << 17, VISITS = 100000 };
static double x [ELEMENTS];
static int order [VISITS];

int main (void)
{
  double sum = 0;
  unsigned number = 1;
  for (int p = 0; p < VISITS; p++) order [p] = (int)((number = number * 1103515245 + 12345) >> 8) % ELEMENTS;
  for (int i = 0; i < ELEMENTS; i++) x [i] = i;
  for (int round = 0; round < 4; round++)
    for (int p = 0; p < VISITS; p++) {
      int i = order [p];
      sum += x [i];
    }
  printf ("%g\n", sum);
  return 0;
}
