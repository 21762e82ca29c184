/* scopes.c: functions and loops whose starts and ends are known: see test_scopes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <setjmp.h>

#define APART __attribute__((noinline, noclone, noipa))

enum { N = 6 };
static volatile double a[N][N], b[N][N], c[N][N];
static volatile int sink;
static jmp_buf home;

APART static void multiply(int n) {
  for (int i = 0; i < n; i++)     /* outer */
    for (int j = 0; j < n; j++)   /* middle */
      for (int k = 0; k < n; k++) /* inner */
        c[i][j] = c[i][j] + a[i][k] * b[k][j];
}

APART static int fall(int n) {
  sink = n;
  return n == 0 ? 0 : fall(n - 1) + 1;
}

APART static void leap(int n) {
  while (n > 0) { /* leaps */
    sink = n;
    if (n == 2) longjmp(home, 1);
    n--;
  }
}

APART static void choose(int n) {
  for (int i = 0; i < n; i++) { /* choices */
    switch (i % 6) {
      case 0: sink = 10; break;
      case 1: a[0][0] = 1; break;
      case 2: b[0][1] = 2; break;
      case 3: c[0][2] = sink; break;
      case 4: fall(1); break;
      default: sink = i; break;
    }
  }
}

int main(void) {
  multiply(N);
  fall(4);
  for (volatile int i = 0; i < 3; i++) { /* tries */
    if (setjmp(home) == 0) leap(5);
  }
  choose(12);
  return 0;
}
