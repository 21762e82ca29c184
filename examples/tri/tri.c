/* tri.c: the sparse triangular solver of section 4 of Martonosi, Gupta and Anderson, "MemSpy: Analyzing Memory
 * System Bottlenecks in Programs", SIGMETRICS 1992, before and after each step of its tuning.
 *
 *   seq     one processor, rows in their order
 *   orig    the rows of each level go to the processors in turn; a row waits for Ready (section 4.1)
 *   step1   rows are renumbered, so that the rows of a processor are contiguous (section 4.3)
 *   step2   x holds NaN until it is computed, and there is no Ready (section 4.4)
 *   step3   a row goes to the processor that owns most of the rows that it depends on (section 4.5)
 *
 * tri_order.h defines levels; docs/case-study-tri.md goes through the steps with memspy. Only the solution is
 * simulated: MEMSPY_START and MEMSPY_STOP enclose it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/tri/tri_solve.h"
#include "memspy/memspy.h"

enum { MAX_PROCESSORS = 64, DEFAULT_SIDE = 80 };

typedef struct {
  tri_version version;
  int processors;
  size_t ready_offset;
  int side;
  const char *file;
} options;

static void usage(FILE *out) {
  fprintf(out,
          "usage: tri [--version=seq|orig|step1|step2|step3] [--processors=N] [--ready-offset=BYTES]\n"
          "           [--side=N | MATRIX.mtx]\n"
          "Solves M x = b, M the lower triangle of a Matrix Market file, or of a 9-point stencil on a grid of\n"
          "N x N (%d x %d). Ready lies BYTES (0) behind x, modulo %d.\n",
          DEFAULT_SIDE, DEFAULT_SIDE, TRI_PLACES);
}

static void wrong_usage(const char *word) {
  fprintf(stderr, "tri: %s\n", word);
  usage(stderr);
  exit(2);
}

/* Returns the number in a word "--option=number", which must be in a range. */
static long number_of(const char *word, long least, long most) {
  char *end;
  const char *digits = strchr(word, '=') + 1;
  const long number = strtol(digits, &end, 10);
  if (end == digits || *end != '\0' || number < least || number > most) wrong_usage(word);
  return number;
}

static tri_version version_of(const char *word) {
  for (int v = 0; v < TRI_VERSIONS; v++)
    if (strcmp(strchr(word, '=') + 1, tri_version_name(v)) == 0) return v;
  wrong_usage(word);
  return TRI_VERSIONS;
}

static options read_options(char **words) {
  options o = {.version = TRI_ORIG, .processors = 4, .side = DEFAULT_SIDE};
  for (; *words; words++) {
    const char *word = *words;
    if (strncmp(word, "--version=", 10) == 0) {
      o.version = version_of(word);
    } else if (strncmp(word, "--processors=", 13) == 0) {
      o.processors = (int)number_of(word, 1, MAX_PROCESSORS);
    } else if (strncmp(word, "--ready-offset=", 15) == 0) {
      o.ready_offset = number_of(word, 0, TRI_PLACES - 1);
    } else if (strncmp(word, "--side=", 7) == 0) {
      o.side = (int)number_of(word, 1, 1000);
    } else if (strcmp(word, "--help") == 0) {
      usage(stdout);
      exit(0);
    } else if (word[0] == '-' || o.file) {
      wrong_usage(word);
    } else {
      o.file = word;
    }
  }
  return o;
}

/* The shared data of the processors of a run. */
static struct {
  const tri_system *system;
  void (*solve)(const tri_system *, int);
  pthread_barrier_t barrier;
} shared;

/* Does the work of a processor. Processor 0, the main thread, starts and stops the simulation; the others wait. */
static void *run_processor(void *number) {
  const int processor = *(const int *)number;
  pthread_barrier_wait(&shared.barrier);
  if (processor == 0) MEMSPY_START;
  pthread_barrier_wait(&shared.barrier);
  shared.solve(shared.system, processor);
  pthread_barrier_wait(&shared.barrier);
  if (processor == 0) MEMSPY_STOP;
  return NULL;
}

static void solve_in_parallel(const tri_system *system, tri_version version) {
  pthread_t threads[MAX_PROCESSORS];
  int numbers[MAX_PROCESSORS];
  const int processors = system->order.processors;
  shared.system = system;
  shared.solve = tri_version_uses_ready(version) ? SolveReady : SolveNaN;
  pthread_barrier_init(&shared.barrier, NULL, processors);
  for (int p = 0; p < processors; p++) {
    numbers[p] = p;
    if (p > 0 && pthread_create(&threads[p], NULL, run_processor, &numbers[p]) != 0) {
      fputs("tri: cannot start a thread\n", stderr);
      exit(1);
    }
  }
  run_processor(&numbers[0]);
  for (int p = 1; p < processors; p++) pthread_join(threads[p], NULL);
  pthread_barrier_destroy(&shared.barrier);
}

/* Returns the number of elements of x that differ in any bit from a sequential solution of the same matrix. (All
 * versions add the elements of a row in the same order.) */
static int count_wrong(const tri_system *system, const tri_matrix *matrix) {
  const int rows = matrix->rows;
  double *right = tri_alloc(rows * sizeof *right), *solution = tri_alloc(rows * sizeof *solution);
  for (int i = 0; i < rows; i++) right[tri_system_old_row(system, i)] = system->b[i];
  SolveSequential(matrix, right, solution);
  int wrong = 0;
  for (int i = 0; i < rows; i++) wrong += !(system->x[i] == solution[tri_system_old_row(system, i)]);
  free(right);
  free(solution);
  return wrong;
}

int main(int count, char **words) {
  const options o = read_options(words + (count > 0));
  tri_matrix matrix = o.file ? tri_matrix_read(o.file) : tri_matrix_stencil(o.side);
  tri_system system = tri_system_make(&matrix, o.version, o.processors, o.ready_offset);
  if (o.version == TRI_SEQ) {
    MEMSPY_START;
    SolveSequential(&system.M, system.b, system.x);
    MEMSPY_STOP;
  } else {
    solve_in_parallel(&system, o.version);
  }
  const int wrong = count_wrong(&system, &matrix);
  printf("%s: %d rows, %d elements, %d levels, %d processors: ", tri_version_name(o.version), matrix.rows,
         matrix.row[matrix.rows], system.order.levels, system.order.processors);
  if (wrong)
    printf("%d rows differ from the sequential solution\n", wrong);
  else
    puts("the sequential solution");
  tri_system_free(&system);
  tri_matrix_free(&matrix);
  return wrong != 0;
}
