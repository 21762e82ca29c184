/* clones.c: functions of which the compiler makes clones with names of their own, inlines one, and calls another never.
 * SPDX-License-Identifier: GPL-2.0-or-later */
enum { N = 200 };
static volatile long cells[N];
int main(int n, char **args);
void never(void);

/* Called with the same second argument only: a clone has that built in. */
static __attribute__((noinline)) long relax(int from, int step) {
  long sum = 0;
  for (int i = from; i < N; i += step) sum += cells[i];
  return sum;
}

static inline __attribute__((always_inline)) void fill(void) {
  for (int i = 0; i < N; i++) cells[i] = i;
}

__attribute__((noinline)) void never(void) { cells[0] = 1; }

int main(int n, char **args) {
  (void)args;
  fill();
  if (n > 100) never();
  return relax(n, 1) + relax(n + 1, 1) == 0;
}
