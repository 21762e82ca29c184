/* waiter.c: works in steps; for test_vgdb. For each line of standard input, it does one step and prints a line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { WORDS = 1000 };
static volatile long words[WORDS];

__attribute__((noinline)) static void step(void) {
  for (int i = 0; i < WORDS; i++) words[i] = i;
}

/* The first line of output states where the words are. */
int main(void) {
  char line[100];
  printf("%p %zu\n", (void *)words, sizeof words);
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    step();
    puts("done");
    fflush(stdout);
  }
  return 0;
}
