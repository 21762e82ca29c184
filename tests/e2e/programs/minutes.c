/* minutes.c: works for the time of its argument, in tenths of a second, and prints a line after half of it. A negative
 * argument is a number of rounds.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile double numbers[1 << 16];

/* Returns the wall-clock time in seconds. */
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void go_round(void) {
  for (unsigned i = 0; i < 1 << 16; i++) numbers[i * 8 % (1 << 16)] += 1;
}

static void work(int amount) {
  const double start = now();
  for (int round = 0; round < -amount; round++) go_round();
  while (now() - start < amount / 20.0) go_round();
}

int main(int n, char **args) {
  const int amount = n > 1 ? atoi(args[1]) : 10;
  work(amount);
  puts("half");
  fflush(stdout);
  work(amount);
  puts("done");
  return 0;
}
