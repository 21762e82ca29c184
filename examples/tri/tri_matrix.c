/* tri_matrix.c: see tri_matrix.h.
 *
 * Values. A matrix of a file is not triangular with a unit diagonal, but its lower triangle has the pattern of
 * the incomplete Cholesky factor of the paper's program. The memory system does not depend on the values if x
 * stays finite. So each row is divided by the sum of its magnitudes: then |x[i]| <= |b[i]| + the maximum of all
 * |x[j]| with j < i, so that the maximum grows by at most |b[i]| in each row.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "examples/tri/tri_matrix.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *tri_alloc(unsigned long bytes) {
  void *block = malloc(bytes ? bytes : 1);
  if (block) return block;
  fputs("tri: out of memory\n", stderr);
  exit(1);
}

/* An element on or below the diagonal, rows and columns counted from 0. */
typedef struct {
  int row, col;
  double value;
  long line; /* line of the file */
} element;

static int compare(const void *a, const void *b) {
  const element *one = a, *two = b;
  if (one->row != two->row) return one->row < two->row ? -1 : 1;
  return (one->col > two->col) - (one->col < two->col);
}

/* Divides a row by the sum of its magnitudes. */
static void scale(double *nz, int n, double diagonal) {
  double sum = fabs(diagonal);
  for (int j = 0; j < n; j++) sum += fabs(nz[j]);
  if (sum == 0) sum = 1;
  for (int j = 0; j < n; j++) nz[j] /= sum;
}

/* Returns the matrix of n elements, which are sorted by row and column. */
static tri_matrix from_elements(int rows, const element *elements, long n) {
  tri_matrix m = {.rows = rows, .row = tri_alloc((rows + 1ul) * sizeof(int))};
  m.col = tri_alloc(n * sizeof(int));
  m.nz = tri_alloc(n * sizeof(double));
  int stored = 0;
  long at = 0;
  for (int i = 0; i < rows; i++) {
    double diagonal = 1;
    m.row[i] = stored;
    for (; at < n && elements[at].row == i; at++) {
      if (elements[at].col == i) {
        diagonal = elements[at].value;
      } else {
        m.col[stored] = elements[at].col;
        m.nz[stored++] = elements[at].value;
      }
    }
    scale(m.nz + m.row[i], stored - m.row[i], diagonal);
  }
  m.row[rows] = stored;
  return m;
}

/* An open file, and its current line. */
typedef struct {
  const char *name;
  FILE *stream;
  long line;
  char text[1024];
  bool symmetric, pattern;
  int rows;
  long entries;
} reader;

static void fail(const reader *from, const char *what) {
  fprintf(stderr, "tri: %s:%ld: %s\n", from->name, from->line, what);
  exit(1);
}

static bool next_line(reader *from) {
  from->line++;
  if (!fgets(from->text, sizeof from->text, from->stream)) {
    if (ferror(from->stream)) fail(from, "cannot be read");
    return false;
  }
  if (!strchr(from->text, '\n') && !feof(from->stream)) fail(from, "the line is too long");
  return true;
}

static bool is_blank(const char *text) { return text[strspn(text, " \t\r\n")] == '\0'; }

/* Reads the next line that is neither empty nor a comment; the file must have one. */
static void next_content(reader *from, const char *expected) {
  do
    if (!next_line(from)) fail(from, expected);
  while (from->text[0] == '%' || is_blank(from->text));
}

/* Reads the first line, whose words are the kind of the matrix. */
static void read_banner(reader *from) {
  char object[32], format[32], field[32], symmetry[32];
  if (!next_line(from) ||
      sscanf(from->text, "%%%%MatrixMarket %31s %31s %31s %31s", object, format, field, symmetry) != 4)
    fail(from, "not a Matrix Market file: it does not begin with %%MatrixMarket");
  if (strcmp(object, "matrix") != 0 || strcmp(format, "coordinate") != 0)
    fail(from, "only \"matrix coordinate\" can be read");
  from->pattern = strcmp(field, "pattern") == 0;
  if (!from->pattern && strcmp(field, "real") != 0 && strcmp(field, "integer") != 0)
    fail(from, "the values must be real, integer or pattern");
  from->symmetric = strcmp(symmetry, "symmetric") == 0;
  if (!from->symmetric && strcmp(symmetry, "general") != 0) fail(from, "the matrix must be general or symmetric");
}

static void read_size(reader *from) {
  long rows, columns, entries;
  char rest;
  next_content(from, "the line of sizes is missing");
  if (sscanf(from->text, "%ld %ld %ld %c", &rows, &columns, &entries, &rest) != 3)
    fail(from, "expected three sizes: rows, columns, entries");
  if (rows != columns) fail(from, "the matrix must be square");
  if (rows < 1 || rows > 100000000 || entries < 0 || entries > 1000000000) fail(from, "sizes out of range");
  from->rows = (int)rows;
  from->entries = entries;
}

/* Reads one entry. Returns false if it is above the diagonal, where the program does not use it. */
static bool read_element(reader *from, element *to) {
  long i, j;
  double value = 1;
  char rest;
  next_content(from, "there are fewer entries than the line of sizes says");
  const int found = from->pattern ? sscanf(from->text, "%ld %ld %c", &i, &j, &rest)
                                  : sscanf(from->text, "%ld %ld %lf %c", &i, &j, &value, &rest);
  if (found != (from->pattern ? 2 : 3))
    fail(from, from->pattern ? "expected a row and a column" : "expected a row, a column and a value");
  if (i < 1 || i > from->rows || j < 1 || j > from->rows) fail(from, "a row or column outside the matrix");
  if (!isfinite(value)) fail(from, "the value is not finite");
  if (from->symmetric && j > i) {
    const long other = i;
    i = j;
    j = other;
  }
  *to = (element){(int)i - 1, (int)j - 1, value, from->line};
  return j <= i;
}

tri_matrix tri_matrix_read(const char *name) {
  reader from = {.name = name, .stream = fopen(name, "r")};
  if (!from.stream) {
    perror(name);
    exit(1);
  }
  read_banner(&from);
  read_size(&from);
  element *elements = tri_alloc(from.entries * sizeof *elements);
  long n = 0;
  for (long k = 0; k < from.entries; k++) n += read_element(&from, &elements[n]);
  while (next_line(&from))
    if (!is_blank(from.text)) fail(&from, "there are more entries than the line of sizes says");
  fclose(from.stream);
  qsort(elements, n, sizeof *elements, compare);
  for (long k = 1; k < n; k++)
    if (compare(&elements[k - 1], &elements[k]) == 0) {
      from.line = elements[elements[k - 1].line > elements[k].line ? k - 1 : k].line;
      fail(&from, "this entry is given twice");
    }
  const tri_matrix m = from_elements(from.rows, elements, n);
  free(elements);
  return m;
}

tri_matrix tri_matrix_stencil(int side) {
  typedef struct {
    int down, right;
  } step;
  static const step before[] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}};
  const int rows = side * side;
  element *elements = tri_alloc(rows * 4ul * sizeof *elements);
  long n = 0;
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < 4; k++) {
      const int y = i / side + before[k].down, x = i % side + before[k].right;
      if (y >= 0 && x >= 0 && x < side) elements[n++] = (element){i, y * side + x, -1.0 - k, 0};
    }
  const tri_matrix m = from_elements(rows, elements, n);
  free(elements);
  return m;
}

tri_matrix tri_matrix_reordered(const tri_matrix *from, const int *old) {
  const int rows = from->rows, n = from->row[rows];
  tri_matrix m = {.rows = rows, .row = tri_alloc((rows + 1ul) * sizeof(int))};
  m.col = tri_alloc(n * sizeof(int));
  m.nz = tri_alloc(n * sizeof(double));
  int *new = tri_alloc(rows * sizeof(int));
  for (int i = 0; i < rows; i++) new[old[i]] = i;
  int stored = 0;
  for (int i = 0; i < rows; i++) {
    m.row[i] = stored;
    for (int j = from->row[old[i]]; j < from->row[old[i] + 1]; j++) {
      m.col[stored] = new[from->col[j]];
      m.nz[stored++] = from->nz[j];
    }
  }
  m.row[rows] = stored;
  free(new);
  return m;
}

void tri_matrix_free(tri_matrix *matrix) {
  free(matrix->row);
  free(matrix->col);
  free(matrix->nz);
}
