/* names.c: allocates in each way for which docs/naming.md has a row in its table for C. Each block has a different
 * size, by which test_names finds its bin.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct {
  int rows;
  double *nz;
  int *col;
} matrix;

struct node {
  struct node *next;
  char *name;
};

struct row {
  int id;
  float *cells;
};

double *x;           /* a global variable */
matrix M;            /* fields of a global struct */
struct node *head;   /* a list */
struct row *table;   /* an array of structs */
char *buffers[4];    /* an array of pointers */
__thread short *own; /* a thread-local variable */
long counters[123];  /* data that is not allocated */
__thread int mine[37];
struct {
  void *block;
  size_t bytes;
} grown[2];
typedef struct {
  int *pattern;
  void *values;
} factor;
typedef void handle; /* a struct inner, which only some files know */
struct inner {
  long number;
  char text[64];
};
struct outer {
  struct inner first, second;
};
struct {
  int number;
  void *state;
} stream;

static void *xmalloc(size_t bytes) {
  void *block = malloc(bytes);
  if (block == NULL) abort();
  return block;
}

__attribute__((noinline)) static double *new_vector(int n) {
  double *vector = malloc(n * sizeof *vector);
  for (int i = 0; i < n; i++) vector[i] = i;
  return vector;
}

__attribute__((noinline)) static float total(const float *values, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += values[i];
  return sum;
}

__attribute__((noinline)) static int *zeros(int n) { return calloc(n, sizeof(int)); }

/* Prevents the compiler from removing a block. */
static void touch(void *block, size_t bytes) {
  memset(block, 1, bytes);
  __asm__ volatile("" : : "r"(block) : "memory");
}

static void globals(void) {
  x = malloc(1001 * sizeof *x);
  M.nz = (double *)malloc(1002 * sizeof(double));
  M.col = xmalloc(1003 * sizeof(int));
  buffers[2] = malloc(1004);
  own = malloc(1005 * sizeof *own);
  touch(x, 1001 * sizeof *x);
  touch(M.nz, 1002 * sizeof *M.nz);
  touch(M.col, 1003 * sizeof *M.col);
  touch(buffers[2], 1004);
  touch(own, 1005 * sizeof *own);
}

static void structures(void) {
  for (int i = 0; i < 10; i++) {
    struct node *node = xmalloc(sizeof *node);
    node->name = xmalloc(101);
    touch(node->name, 101);
    node->next = head;
    head = node;
  }
  table = calloc(20, sizeof *table);
  for (int i = 0; i < 20; i++) {
    table[i].cells = malloc(102 * sizeof *table[i].cells);
    touch(table[i].cells, 102 * sizeof *table[i].cells);
  }
  matrix *A = malloc(sizeof *A);
  A->nz = malloc(1006 * sizeof *A->nz);
  touch(A->nz, 1006 * sizeof *A->nz);
  free(A->nz);
}

static void locals(void) {
  double *plain = malloc(1007 * sizeof *plain);
  touch(plain, 1007 * sizeof *plain);
  int *cleared = calloc(1008, sizeof(int));
  touch(cleared, 1008 * sizeof(int));
  cleared = realloc(cleared, 2009 * sizeof(int));
  touch(cleared, 2009 * sizeof(int));
  void *aligned;
  if (posix_memalign(&aligned, 64, 1010) != 0) abort();
  touch(aligned, 1010);
  double **rows = malloc(11 * sizeof *rows);
  for (int i = 0; i < 11; i++) {
    rows[i] = malloc(103 * sizeof **rows);
    touch(rows[i], 103 * sizeof **rows);
  }
  touch(rows, 0);
  double *const early = plain, *pages = pvalloc(8192);
  touch(pages, 8192);
  int *const before = cleared, *items = reallocarray(NULL, 2011, sizeof *items);
  touch(items, 2011 * sizeof *items);
  if (early == pages || before == items) abort();
  matrix local;
  local.col = malloc(1011 * sizeof(int));
  touch(local.col, 1011 * sizeof(int));
  matrix filled = {.rows = 1018, .nz = (double *)malloc(1018 * sizeof(double))};
  touch(filled.nz, filled.rows * sizeof(double));
  char *text = strdup("a text of thirty-three characters");
  touch(text, 33);
  char *map = mmap(NULL, 12 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  touch(map, 12 * 4096);
}

static void returned(void) {
  double *v = new_vector(1012), *w = new_vector(1013);
  int *none = zeros(1014);
  touch(v, 8);
  touch(w, 8);
  touch(none, 8);
}

/* Two allocations for the same array. A local struct knows the types of its blocks. */
__attribute__((noinline)) static void factorize(factor *f) {
  for (int i = 0; i < 2; i++) {
    grown[i].bytes = 1017 * sizeof(int);
    grown[i].block = i == 0 ? malloc(grown[i].bytes) : xmalloc(grown[i].bytes);
  }
  f->pattern = grown[0].block;
  f->values = grown[1].block;
}

static void factors(void) {
  factor made;
  factorize(&made);
  touch(made.pattern, 1017 * sizeof(int));
  touch(made.values, 8);
}

__attribute__((noinline)) static handle *open_handle(void) {
  struct inner *inside = malloc(sizeof *inside);
  touch(inside, sizeof *inside);
  return inside;
}

__attribute__((noinline)) static void open_stream(void) {
  struct outer *state = malloc(sizeof *state);
  touch(state, sizeof *state);
  stream.state = state;
}

/* Allocators that have one type for all blocks. */
__attribute__((noinline)) static void *as_bytes(size_t bytes) {
  char *start = malloc(bytes);
  touch(start, 8);
  return start;
}

__attribute__((noinline)) static void *as_headers(size_t bytes) {
  struct inner *first = malloc(bytes);
  touch(first, 8);
  return first;
}

static void opaque(void) {
  handle *opened = open_handle();
  touch(opened, 8);
  open_stream();
  void *any = as_bytes(700), *many = as_headers(22 * sizeof(struct inner));
  touch(any, 8);
  touch(many, 8);
}

char *pool, *first_part;

/* Stores its position in the pool; with optimization, it stores nothing else. */
__attribute__((noinline)) static char *take(size_t bytes) {
  if (pool == NULL) pool = malloc(1019);
  char *part = pool;
  pool += bytes;
  return part;
}

static void pools(void) {
  first_part = take(100);
  touch(first_part, 100);
  touch(take(100), 100);
}

static void twice(int n) {
  int *again = malloc(n * sizeof *again);
  touch(again, n * sizeof *again);
}

static float unnamed(void) { return total(memset(malloc(1017 * sizeof(float)), 0, 1017 * sizeof(float)), 1017); }

int main(void) {
  globals();
  structures();
  locals();
  returned();
  factors();
  opaque();
  pools();
  twice(1015);
  twice(1016);
  counters[3]++;
  mine[5]++;
  printf("%ld %d %g %s\n", counters[3], mine[5], unnamed(), head->name == NULL ? "" : "done");
  return 0;
}
