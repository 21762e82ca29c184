/* solvers_run.c: options, stages and the check of the solution; see solvers.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "examples/solvers/solvers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memspy/memspy.h"

void *solvers_alloc(unsigned long bytes) {
  void *block = calloc(bytes ? bytes : 1, 1);
  if (block) return block;
  fputs("solvers: out of memory\n", stderr);
  exit(1);
}

static _Noreturn void usage(const char *program, const solvers_option *options) {
  fprintf(stderr, "usage: %s", program);
  for (const solvers_option *o = options; o->name; o++)
    fprintf(stderr, " [--%s=%s]", o->name, *o->choices ? o->choices : "NUMBER");
  fputc(' ', stderr);
  solvers_matrix_kinds(stderr);
  fputs("FILE\n", stderr);
  exit(2);
}

/* Returns the position of `value` in the list of choices, or -1. */
static int choice(const char *choices, const char *value) {
  unsigned long length = strlen(value);
  for (int i = 0; *choices; i++) {
    unsigned long end = strcspn(choices, " ");
    if (end == length && !memcmp(choices, value, end)) return i;
    choices += end + (choices[end] == ' ');
  }
  return -1;
}

/* Sets the option of `argument`, NAME=VALUE. Returns whether it is right. */
static bool set(solvers_option *options, const char *argument) {
  unsigned long length = strcspn(argument, "=");
  for (solvers_option *o = options; o->name; o++) {
    if (strlen(o->name) != length || memcmp(o->name, argument, length) != 0) continue;
    if (!argument[length]) return false;
    const char *value = argument + length + 1;
    o->value = *o->choices ? choice(o->choices, value) : atoi(value);
    return *o->choices ? o->value >= 0 : o->value > 0;
  }
  return false;
}

const char *solvers_arguments(int argc, char **argv, solvers_option *options) {
  const char *matrix = NULL;
  for (int i = 1; i < argc; i++) {
    if (!strncmp(argv[i], "--", 2)) {
      if (!set(options, argv[i] + 2)) usage(argv[0], options);
    } else {
      if (matrix) usage(argv[0], options);
      matrix = argv[i];
    }
  }
  if (!matrix) usage(argv[0], options);
  return matrix;
}

static struct {
  const char *name;
  struct timespec wall, processors;
} stage;

void solvers_begin(const char *name) {
  stage.name = name;
  clock_gettime(CLOCK_MONOTONIC, &stage.wall);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &stage.processors);
  MEMSPY_START;
  MEMSPY_STAGE_BEGIN(name);
}

/* Returns the seconds from `start` to now. */
static double seconds(clockid_t clock, const struct timespec *start) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec - start->tv_sec + (now.tv_nsec - start->tv_nsec) * 1e-9;
}

void solvers_end(void) {
  MEMSPY_STAGE_END(stage.name);
  MEMSPY_STOP;
  double wall = seconds(CLOCK_MONOTONIC, &stage.wall);
  double processors = seconds(CLOCK_PROCESS_CPUTIME_ID, &stage.processors);
  printf("%s: %.4f s, processor time %.4f s\n", stage.name, wall, processors);
}

double solvers_solution(int row) { return 1 + row % 10; }

double *solvers_right_side(const solvers_matrix *matrix) {
  double *b = solvers_alloc(matrix->rows * sizeof *b);
  for (int i = 0; i < matrix->rows; i++)
    for (int j = matrix->start[i]; j < matrix->start[i + 1]; j++)
      b[i] += matrix->value[j] * solvers_solution(matrix->column[j]);
  return b;
}

void solvers_check(const solvers_matrix *matrix, const double *x) {
  double error = 0;
  for (int i = 0; i < matrix->rows; i++) error = fmax(error, fabs(x[i] - solvers_solution(i)));
  printf("%d rows, %d elements, largest error %.1e\n", matrix->rows, matrix->start[matrix->rows], error);
  if (!(error <= 1e-3)) exit(1);
}
