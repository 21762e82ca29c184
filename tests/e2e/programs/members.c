/* members.c: blocks that only the members of another block point to, in one function and through calls.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000, ROUNDS = 5 };
typedef struct {
  double *weights;
  long count;
  double *values;
  int *order;
} Table;

static Table *make_table(void) {
  Table *table = malloc(sizeof *table);
  table->count = N;
  table->weights = malloc(N * sizeof *table->weights);
  table->values = malloc(N * sizeof *table->values);
  table->order = malloc(N * sizeof *table->order);
  for (int i = 0; i < N; i++) {
    table->weights[i] = i;
    table->values[i] = -i;
    table->order[i] = (int)(i * 7919L % N);
  }
  return table;
}

__attribute__((noipa)) static double sum_of(const Table *table) {
  double sum = 0;
  for (long i = 0; i < table->count; i++) sum += table->values[table->order[i]];
  return sum;
}

int main(void) {
  Table *table = make_table();
  double sum = 0;
  for (int round = 0; round < ROUNDS; round++) sum += sum_of(table);
  printf("%g %g\n", sum, table->weights[7]);
  return 0;
}
