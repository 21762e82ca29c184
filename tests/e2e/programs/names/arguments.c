/* arguments.c: functions that store the address of a new block through a parameter. Most of them clear the block first.
 * The tool then no longer looks for stores of the address, so that the name comes from the source text of the function
 * and of its callers. Each block has a different size, by which test_names finds its bin.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>

typedef struct {
  int rows;
  double *cells;
} matrix;

matrix grid;

/* Returns a block after more stores than the tool observes for an address. */
__attribute__((noinline)) void *cleared(size_t bytes) {
  volatile char *block = malloc(bytes);
  if (block == NULL) abort();
  for (size_t i = 0; i < bytes; i++) block[i] = 0;
  return (void *)block;
}

/* Prevents the compiler from removing a block, and from calling the function before it by a jump. */
__attribute__((noinline)) void touch(void *block) { __asm__ volatile("" : : "r"(block) : "memory"); }

__attribute__((noinline)) void make_ints(int n, int **result) {
  *result = (int *)cleared(n * sizeof(int));
  touch(*result);
}

/* The assignment is within a condition. */
__attribute__((noinline)) int try_ints(int n, int **out) {
  if ((*out = (int *)cleared(n * sizeof(int))) == NULL) return 0;
  touch(*out);
  return 1;
}

__attribute__((noinline)) void make_both(int n, int **one, int **other) {
  make_ints(n, one);
  make_ints(n + 1, other);
  touch(*one);
}

__attribute__((noinline)) void make_any(size_t bytes, void **any) {
  if (bytes == 0)
    *any = NULL;
  else
    *any = cleared(bytes);
  touch(*any);
}

__attribute__((noinline)) void make_long(int n, long **place) {
  (*place) = cleared(n * sizeof(long));
  touch(*place);
}

__attribute__((noinline)) void make_cells(matrix *into, int n) {
  into->cells = cleared(n * sizeof(double));
  touch(into->cells);
}

__attribute__((noinline)) void through_arguments(void) {
  int *first, *second;
  make_both(3001, &first, &second);
  double *cast;
  make_any(24104, (void **)&cast);
  int *rows[5];
  for (int i = 0; i < 5; i++) make_ints(3003, &rows[i]);
  matrix local;
  make_cells(&local, 3004);
  make_cells(&grid, 3005);
  int *tried;
  if (!try_ints(3051, &tried)) abort();
  touch(tried);
  touch(rows);
  touch(&local);
}

/* The argument is not a variable, and therefore names no block. */
__attribute__((noinline)) void through_expressions(void) {
  long *places[3];
  make_long(3006, places + 1);
  short *own, **at = &own;
  *at = cleared(3007 * sizeof(short));
  touch(own);
  float *declared = cleared(3008 * sizeof *declared);
  touch(declared);
  touch(places);
}

typedef struct {
  double *values;
  int *rows, *columns;
} triple;

/* Divides one block: the same line stores its address and those of its parts. */
__attribute__((noinline)) void make_three(size_t bytes, void **one, void **two, void **three) {
  char *whole = malloc(3 * bytes);
  if (whole == NULL) abort();
  *one = whole, *two = whole + bytes, *three = whole + 2 * bytes;
}

__attribute__((noinline)) void divided(void) {
  triple *parts = malloc(sizeof *parts);
  if (parts == NULL) abort();
  make_three(2001 * sizeof(double), (void **)&parts->values, (void **)&parts->rows, (void **)&parts->columns);
  touch(parts);
  touch(parts->values);
}

typedef struct {
  void *data;
  long kind;
} object;

/* As an allocator that returns blocks whose size is a multiple of 16. */
__attribute__((noinline)) void *rounded(size_t bytes) {
  void *block = malloc((bytes + 15) / 16 * 16);
  if (block == NULL) abort();
  return block;
}

/* The type of the block is known only from `own`: the field has type void *. */
__attribute__((noinline)) void hidden(void) {
  object *outer = rounded(sizeof *outer);
  triple *own = rounded(sizeof *own);
  outer->data = own;
  own->values = rounded(3009 * sizeof(double));
  touch(outer);
  touch(own->values);
}

int main(void) {
  divided();
  hidden();
  through_arguments();
  through_expressions();
  return 0;
}
