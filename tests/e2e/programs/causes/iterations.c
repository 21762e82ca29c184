/* iterations.c: passes over a matrix that exceeds the cache. By default, each call of a function reads the whole matrix,
 * and needs the whole result of the previous call. -DFUNCTIONS: two functions pass over it in turn. -DTOGETHER: one
 * function passes over it in a loop. -DONCE: it is used once. -DWRAPPED: one loop of main() goes
 * through it several times. -DPAIR: as -DTOGETHER, but the loop also uses another array. -DROWS: each call of a
 * function reads one row.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, ROUNDS = 12 };
static double *matrix, x[N], y[N];

#define APART __attribute__((noinline, unused)) static

APART void product(void) {
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int k = 0; k < N; k++) sum += matrix[i * N + k] * x[k];
    y[i] = sum;
  }
}

APART double row(int i) {
  double sum = 0;
  for (int k = 0; k < N; k++) sum += matrix[i * N + k] * x[k];
  return sum;
}

APART void normalize(void) {
  double all = 0;
  for (int i = 0; i < N; i++) all += y[i];
  for (int i = 0; i < N; i++) x[i] = y[i] / all;
}

APART void scale(double by) {
  for (int i = 0; i < N * N; i++) matrix[i] *= by;
}

APART void shift(double by) {
  for (int i = 0; i < N * N; i++) matrix[i] += by;
}

#ifdef PAIR
double weights[N * N];
#define WEIGHT weights[i]
#else
#define WEIGHT 1
#endif

APART void all_rounds(void) {
  for (int r = 0; r < ROUNDS; r++)
    for (int i = 0; i < N * N; i++) matrix[i] = matrix[i] * 0.5 + WEIGHT;
}

int main(void) {
  matrix = malloc(sizeof(double[N]) * N);
  for (int i = 0; i < N * N; i++) matrix[i] = i % 7;
  for (int i = 0; i < N; i++) x[i] = 1;
#if defined(FUNCTIONS)
  for (int r = 0; r < ROUNDS; r++) {
    scale(1.5);
    shift(2);
  }
#elif defined(TOGETHER) || defined(PAIR)
  all_rounds();
#elif defined(WRAPPED)
  const double *at = matrix;
  for (int i = 0; i < ROUNDS * N * N; i++) {
    y[1] += *at++;
    if (at == matrix + N * N) at = matrix;
  }
#elif defined(ROWS)
  for (int r = 0; r < ROUNDS * N; r++) y[1] += row(r % N);
#elif defined(ONCE)
  product();
#else
  for (int r = 0; r < ROUNDS; r++) {
    product();
    normalize();
  }
#endif
  printf("%g %g\n", y[1], matrix[N]);
  free(matrix);
  return 0;
}
