/* Blocks that are filled for long before their addresses are stored, in C. SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 5000 };

typedef struct {
  long n;
  float *depth;
} Gauge;
typedef struct {
  Gauge *gauge;
  short *log[2];
} Station;

static double *level;
static struct {
  int *hour;
  Gauge own;
} harbour;
static Station *station;
static __thread char *note;

#define CASE __attribute__((noinline, noclone))

CASE static void *fill(void *memory, size_t bytes) {
  unsigned char *at = memory;
  for (size_t i = 0; i < bytes; i++) at[i] = (unsigned char)(i * 7);
  return memory;
}

CASE static double *measure(int n) {
  double *measured = malloc((size_t)n * sizeof *measured);
  for (int i = 0; i < n; i++) measured[i] = i % 13;
  return measured;
}

CASE static Gauge *new_gauge(int n) {
  Gauge *made = malloc(sizeof *made);
  float *filled = malloc((size_t)n * sizeof *filled);
  made->n = n;
  for (int i = 0; i < n; i++) filled[i] = (float)i;
  made->depth = filled;
  return made;
}

CASE static Gauge by_value(int n) {
  Gauge made = {n, malloc((size_t)n * sizeof(float) + 8)};
  for (int i = 0; i < n; i++) made.depth[i] = 2;
  return made;
}

CASE static void build(void) {
  level = measure(N);
  int *filled = malloc((N + 1) * sizeof *filled);
  for (int i = 0; i <= N; i++) filled[i] = i;
  harbour.hour = filled;
  harbour.own = by_value(N + 2);
  station = malloc(sizeof *station);
  station->gauge = new_gauge(N);
  for (int i = 0; i < 2; i++) station->log[i] = fill(malloc((N + 4) * sizeof(short)), (N + 4) * sizeof(short));
  note = fill(malloc(N + 6), N + 6);
}

int main(void) {
  build();
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += level[i] + harbour.hour[i] + (double)harbour.own.depth[i] + (double)station->gauge->depth[i] +
           station->log[i % 2][i] + note[i];
  printf("%g\n", sum);
  return 0;
}
