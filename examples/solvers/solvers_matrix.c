/* solvers_matrix.c: the matrices; see solvers.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "examples/solvers/solvers.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  int row, column;
  double value;
} element;

/* The elements of a matrix, in any order. Elements of equal row and column are added. */
typedef struct {
  int rows;
  bool symmetric;
  long n, room;
  element *element;
} elements;

static void add(elements *e, int row, int column, double value) {
  if (e->n == e->room) {
    e->room = e->room ? 2 * e->room : 1024;
    e->element = realloc(e->element, e->room * sizeof *e->element);
    if (!e->element) {
      fputs("solvers: out of memory\n", stderr);
      exit(1);
    }
  }
  e->element[e->n].row = row;
  e->element[e->n].column = column;
  e->element[e->n++].value = value;
}

/* Couples two points: the Laplacian of a graph with this edge. */
static void couple(elements *e, int a, int b) {
  add(e, a, b, -1);
  add(e, b, a, -1);
  add(e, a, a, 1);
  add(e, b, b, 1);
}

/* Adds a boundary to each point: the matrix is then positive definite. */
static void ground(elements *e, double value) {
  for (int i = 0; i < e->rows; i++) add(e, i, i, value);
}

static void lap2d(elements *e, int n) {
  e->rows = n * n;
  for (int i = 0; i < e->rows; i++) {
    if (i % n + 1 < n) couple(e, i, i + 1);
    if (i + n < e->rows) couple(e, i, i + n);
  }
  ground(e, 1e-2);
}

static void lap3d(elements *e, int n) {
  e->rows = n * n * n;
  for (int i = 0; i < e->rows; i++) {
    if (i % n + 1 < n) couple(e, i, i + 1);
    if (i / n % n + 1 < n) couple(e, i, i + n);
    if (i + n * n < e->rows) couple(e, i, i + n * n);
  }
  ground(e, 1e-2);
}

/* Returns the next number of a fixed sequence, 0 to below `n`. */
static int next_random(int n) {
  static unsigned long long state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 33) % n;
}

/* Each new node gets 4 edges. Its neighbour is an end of a random earlier edge, so that nodes with many edges get
 * more. */
static void graph(elements *e, int n) {
  enum { EDGES = 4 };
  int *end = solvers_alloc(2ul * EDGES * n * sizeof *end), ends = 1;
  e->rows = n;
  for (int i = 1; i < n; i++)
    for (int k = 0; k < EDGES; k++) {
      int other = end[next_random(ends)];
      if (other == i) continue;
      couple(e, i, other);
      end[ends++] = other;
      end[ends++] = i;
    }
  free(end);
  ground(e, 1);
}

/* Numbers the rows and columns anew. Row i of the matrix gets the number new[i]. */
static void renumber(elements *e, const int *new) {
  for (long i = 0; i < e->n; i++) {
    e->element[i].row = new[e->element[i].row];
    e->element[i].column = new[e->element[i].column];
  }
}

static void mesh(elements *e, int n) {
  lap2d(e, n);
  int *new = solvers_alloc(e->rows * sizeof *new);
  for (int i = 0; i < e->rows; i++) {
    int other = next_random(i + 1);
    new[i] = new[other];
    new[other] = i;
  }
  renumber(e, new);
  free(new);
}

static void convection(elements *e, int n) {
  enum { EAST = 20, NORTH = 7 };
  e->rows = n * n;
  e->symmetric = false;
  for (int i = 0; i < e->rows; i++) {
    if (i % n + 1 < n) couple(e, i, i + 1);
    if (i + n < e->rows) couple(e, i, i + n);
    add(e, i, i, EAST + NORTH + 0.5);
    if (i % n) add(e, i, i - 1, -EAST);
    if (i >= n) add(e, i, i - n, -NORTH);
  }
}

static void blocks(elements *e, int n) {
  enum { BLOCK = 8 };
  e->rows = n * BLOCK;
  for (int i = 0; i < e->rows; i++) {
    for (int j = i + 1; j < (i / BLOCK + 1) * BLOCK; j++) couple(e, i, j);
    if (i + BLOCK < e->rows) couple(e, i, i + BLOCK);
  }
  ground(e, 1);
}

static _Noreturn void wrong(const char *name, long line, const char *error) {
  fputs(name, stderr);
  if (line) fprintf(stderr, ":%ld", line);
  fprintf(stderr, ": %s\n", error);
  exit(1);
}

/* The first line of a Matrix Market file. */
static bool read_header(elements *e, const char *name, const char *text) {
  char format[64], field[64], symmetry[64];
  if (sscanf(text, "%%%%MatrixMarket matrix %63s %63s %63s", format, field, symmetry) != 3)
    wrong(name, 1, "not the header of a Matrix Market file");
  bool pattern = strcmp(field, "pattern") == 0;
  if (strcmp(format, "coordinate") != 0) wrong(name, 1, "only the format coordinate is read");
  if (!pattern && strcmp(field, "real") != 0 && strcmp(field, "integer") != 0)
    wrong(name, 1, "only elements of the kinds real, integer and pattern are read");
  e->symmetric = strcmp(symmetry, "symmetric") == 0;
  if (!e->symmetric && strcmp(symmetry, "general") != 0) wrong(name, 1, "only general and symmetric matrices are read");
  return pattern;
}

static void read_file(elements *e, const char *name) {
  char text[1024];
  FILE *file = fopen(name, "r");
  if (!file) wrong(name, 0, "cannot be read");
  if (!fgets(text, sizeof text, file)) wrong(name, 0, "is empty");
  bool pattern = read_header(e, name, text);
  long line = 1, left = -1;
  while (left && fgets(text, sizeof text, file)) {
    int row, column;
    double value = 1;
    line++;
    if (*text == '%' || text[strspn(text, " \t\r\n")] == 0) continue;
    if (left < 0) {
      if (sscanf(text, "%d %d %ld", &e->rows, &column, &left) != 3 || e->rows != column || e->rows < 1 || left < 1)
        wrong(name, line, "not the size of a square matrix");
      continue;
    }
    if (sscanf(text, "%d %d %lf", &row, &column, &value) != 3 - pattern || row < 1 || row > e->rows || column < 1 ||
        column > e->rows)
      wrong(name, line, "not an element of the matrix");
    add(e, row - 1, column - 1, value);
    if (e->symmetric && row != column) add(e, column - 1, row - 1, value);
    left--;
  }
  fclose(file);
  if (left) wrong(name, line, "the file ends before its last element");
}

/* Sorts the elements by row. Elements of a row keep their order. */
static solvers_matrix by_rows(const elements *e) {
  solvers_matrix m = {.rows = e->rows, .symmetric = e->symmetric};
  m.start = solvers_alloc((e->rows + 2ul) * sizeof(int));
  m.column = solvers_alloc(e->n * sizeof(int));
  m.value = solvers_alloc(e->n * sizeof(double));
  for (long i = 0; i < e->n; i++) m.start[e->element[i].row + 2]++;
  for (int i = 0; i < e->rows; i++) m.start[i + 2] += m.start[i + 1];
  for (long i = 0; i < e->n; i++) {
    int at = m.start[e->element[i].row + 1]++;
    m.column[at] = e->element[i].column;
    m.value[at] = e->element[i].value;
  }
  return m;
}

/* Returns the transpose, whose rows have ascending columns, and adds elements of equal row and column. */
static solvers_matrix transposed(const solvers_matrix *m) {
  elements e = {.rows = m->rows, .symmetric = m->symmetric};
  for (int i = 0; i < m->rows; i++)
    for (int j = m->start[i]; j < m->start[i + 1]; j++) {
      if (e.n && e.element[e.n - 1].row == m->column[j] && e.element[e.n - 1].column == i) {
        e.element[e.n - 1].value += m->value[j];
      } else {
        add(&e, m->column[j], i, m->value[j]);
      }
    }
  solvers_matrix t = by_rows(&e);
  free(e.element);
  return t;
}

static const struct {
  const char *name;
  void (*make)(elements *e, int n);
  int most; /* maximum N: matrices have at most about 10^7 rows */
} kinds[] = {
    {"lap2d:", lap2d, 3000},           {"lap3d:", lap3d, 200},       {"graph:", graph, 10000000}, {"mesh:", mesh, 3000},
    {"convection:", convection, 3000}, {"blocks:", blocks, 1000000},
};

void solvers_matrix_kinds(FILE *file) {
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) fprintf(file, "%sN|", kinds[i].name);
}

static void make(elements *e, const char *name) {
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    unsigned long length = strlen(kinds[i].name);
    if (strncmp(name, kinds[i].name, length) != 0) continue;
    int n = atoi(name + length);
    if (n < 2 || n > kinds[i].most) {
      char error[64];
      snprintf(error, sizeof error, "needs a number from 2 to %d", kinds[i].most);
      wrong(name, 0, error);
    }
    e->symmetric = true;
    kinds[i].make(e, n);
    return;
  }
  read_file(e, name);
}

/* Returns the matrix of the elements, which it frees. */
static solvers_matrix from_elements(elements *e) {
  solvers_matrix unsorted = by_rows(e);
  free(e->element);
  solvers_matrix columns = transposed(&unsorted);
  solvers_matrix_free(&unsorted);
  solvers_matrix m = transposed(&columns);
  solvers_matrix_free(&columns);
  return m;
}

solvers_matrix solvers_matrix_make(const char *name) {
  elements e = {0};
  make(&e, name);
  return from_elements(&e);
}

/* Appends the rows that are not yet in the list `order` and can be reached from `start`. Rows without a number have -1
 * in `new`. Returns the length of the list. */
static int search(const solvers_matrix *m, int start, int *new, int *order, int n) {
  int next = n;
  order[n] = start;
  new[start] = n++;
  for (; next < n; next++)
    for (int j = m->start[order[next]]; j < m->start[order[next] + 1]; j++) {
      if (new[m->column[j]] >= 0) continue;
      order[n] = m->column[j];
      new[m->column[j]] = n++;
    }
  return n;
}

solvers_matrix solvers_matrix_by_levels(const solvers_matrix *m) {
  elements e = {.rows = m->rows, .symmetric = m->symmetric};
  int *new = solvers_alloc(m->rows * sizeof *new), *order = solvers_alloc(m->rows * sizeof *order), n = 0;
  for (int i = 0; i < m->rows; i++) new[i] = -1;
  for (int i = 0; i < m->rows; i++)
    if (new[i] < 0) n = search(m, i, new, order, n);
  for (int i = 0; i < m->rows; i++)
    for (int j = m->start[i]; j < m->start[i + 1]; j++) add(&e, i, m->column[j], m->value[j]);
  renumber(&e, new);
  free(new);
  free(order);
  return from_elements(&e);
}

void solvers_matrix_free(solvers_matrix *matrix) {
  free(matrix->start);
  free(matrix->column);
  free(matrix->value);
}
