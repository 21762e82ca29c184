/* matmul.c: the blocked matrix multiply of Martonosi, Gupta and Anderson, "MemSpy: Analyzing Memory System
 * Bottlenecks in Programs", SIGMETRICS 1992, figure 1: Z = Y * X, 295 x 295, blocks of 64 x 64.
 *
 * A block of Y is 32 KB and just fits into a direct-mapped cache of 32 KB. Even so its rows, 2360 bytes apart,
 * conflict with each other there, and most of the program's memory stall time is due to Y, as memspy shows.
 *
 * Each matrix has its own function that allocates it, so that the name of its bin identifies the matrix.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 295, BLOCK = 64 };

typedef struct {
  double at[SIZE][SIZE];
} Matrix;

/* Keeps a loop from being compiled to vector instructions or a call of memset: it refers to one element at a time. */
#define ELEMENT_BY_ELEMENT __asm__("" ::: "memory")

static int min(int a, int b) { return a < b ? a : b; }

__attribute__((noinline)) static void BlkMultiply(const Matrix *X, const Matrix *Y, Matrix *Z, int N, int B) {
  for (int kk = 0; kk < N; kk += B)
    for (int jj = 0; jj < N; jj += B)
      for (int i = 0; i < N; i++)
        for (int k = kk; k < min(kk + B, N); k++) {
          const double r = X->at[i][k];
          for (int j = jj; j < min(jj + B, N); j++) {
            Z->at[i][j] = Z->at[i][j] + r * Y->at[k][j];
            ELEMENT_BY_ELEMENT;
          }
        }
}

__attribute__((noinline)) static void ClearProduct(Matrix *Z, int N) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      Z->at[i][j] = 0;
      ELEMENT_BY_ELEMENT;
    }
}

/* Returns the block of malloc; ends the program if it is NULL. */
static void *checked(void *block) {
  if (block) return block;
  fputs("matmul: out of memory\n", stderr);
  exit(1);
}

__attribute__((noinline)) static Matrix *NewX(void) {
  Matrix *X = checked(malloc(sizeof *X));
  return X;
}

__attribute__((noinline)) static Matrix *NewY(void) {
  Matrix *Y = checked(malloc(sizeof *Y));
  return Y;
}

__attribute__((noinline)) static Matrix *NewZ(void) {
  Matrix *Z = checked(malloc(sizeof *Z));
  return Z;
}

int main(void) {
  Matrix *X = NewX(), *Y = NewY(), *Z = NewZ();
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      X->at[i][j] = i - j;
      Y->at[i][j] = i == j ? 2 : 0;
      ELEMENT_BY_ELEMENT;
    }
  ClearProduct(Z, SIZE);
  BlkMultiply(X, Y, Z, SIZE, BLOCK);
  double sum = 0;
  for (int j = 0; j < SIZE; j++) sum += Z->at[SIZE - 1][j];
  printf("%.0f\n", sum);
  free(Z);
  free(Y);
  free(X);
  return 0;
}
