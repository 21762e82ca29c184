/* bodies.c: inlined functions: one that calls another function, one with a further one inside, and one in a loop of the
 * same line.
 * SPDX-License-Identifier: GPL-2.0-or-later */
enum { N = 200 };
#define INLINED static inline __attribute__((always_inline))
static volatile long cells[N], deeper[N], called[N], others[N];

__attribute__((noinline)) static void helper(int n) {
  for (int i = 0; i < n; i++) called[i] = i;
}

INLINED void inner(int i) { deeper[i] = cells[i]; }

INLINED void outer(int n) {
  for (int i = 0; i < n; i++) inner(i);
  helper(n);
  for (int i = 0; i < n; i++) cells[i] = i;
}

__attribute__((noinline)) static void second(int n) {
  for (int i = 0; i < n; i++) others[i] = i, outer(1);
}

int main(int n, char **args) {
  (void)args;
  helper(50);
  outer(100);
  for (int i = 0; i < N; i++) others[i] = n;
  inner(n);
  second(10);
  return 0;
}
