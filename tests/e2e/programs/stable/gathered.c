/* gathered.c: copies small blocks into one block, and sets their pointers to its parts. Since the parts are long, the
 * program stores the address of the second part long after the allocation of the block.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double **part;
  double *whole;
} values;

static volatile int parts = 40;

static int length(int number) { return number == 0 ? 10 : 5000; }

__attribute__((noinline)) static void gather(values *to) {
  double **part = malloc(parts * sizeof *part);
  int all = 0, at = 0;
  for (int p = 0; p < parts; p++) {
    part[p] = malloc(length(p) * sizeof **part);
    for (int i = 0; i < length(p); i++) part[p][i] = i;
    all += length(p);
  }
  double *whole = malloc(all * sizeof *whole);
  for (int p = 0; p < parts; p++) {
    for (int i = 0; i < length(p); i++) whole[at + i] = part[p][i];
    free(part[p]);
    part[p] = &whole[at];
    at += length(p);
  }
  to->part = part;
  to->whole = whole;
}

int main(void) {
  values gathered;
  double sum = 0;
  gather(&gathered);
  for (int p = 0; p < parts; p++)
    for (int i = 0; i < length(p); i++) sum += gathered.part[p][i];
  printf("%g\n", sum);
  return 0;
}
