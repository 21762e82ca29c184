/* spreads.c: an array of structures; for each field, one function walks through the array.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>

enum { ELEMENTS = 3000 };

typedef struct {
  long key;
  double weight;
  int left, right;
  long rest;
} element;

element *elements;
element fixed[ELEMENTS];

__attribute__((noinline)) static void fill(void) {
  for (int i = 0; i < ELEMENTS; i++) elements[i] = fixed[i] = (element){i, i, i + 1, i + 2, 3};
}

__attribute__((noinline)) static double add_weights(void) {
  double sum = 0;
  for (int i = 0; i < ELEMENTS; i++) sum += elements[i].weight;
  return sum;
}

__attribute__((noinline)) static long add_rights(void) {
  long sum = 0;
  for (int i = 0; i < ELEMENTS; i += 3) sum += fixed[i].right;
  return sum;
}

/* Reads all fields, one int at a time. */
__attribute__((noinline)) static int add_all(void) {
  int sum = 0;
  const volatile int *ints = (const int *)elements;
  for (unsigned i = 0; i < ELEMENTS * sizeof(element) / sizeof(int); i++) sum += ints[i];
  return sum;
}

int main(void) {
  elements = malloc(ELEMENTS * sizeof *elements);
  fill();
  const double sum = add_weights() + (double)add_rights() + add_all();
  free(elements);
  return sum == 0.5;
}
