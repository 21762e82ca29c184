/* strides.c: walks through an array line by line, in strides, and at random, for test_prefetch.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
enum { LINE = 64, LINES = 4096, STRIDE = 3, RANDOM = 2000 };
static char first[LINES * LINE] __attribute__((aligned(4096)));
static char second[LINES * LINE] __attribute__((aligned(4096)));
static char third[LINES * LINE] __attribute__((aligned(4096)));

__attribute__((noinline)) static void by_lines(void) {
  for (int at = 0; at < LINES * LINE; at += LINE) *(volatile char *)&first[at];
}

__attribute__((noinline)) static void by_strides(void) {
  for (int at = 0; at < LINES * LINE; at += STRIDE * LINE) *(volatile char *)&second[at];
}

/* No line is read twice: the step and the number of lines have no common factor. */
__attribute__((noinline)) static void at_random(void) {
  unsigned line = 1;
  for (int i = 0; i < RANDOM; i++) {
    line = (line * 5 + 2731) % LINES;
    *(volatile char *)&third[line * LINE];
  }
}

int main(void) {
  by_lines();
  by_strides();
  at_random();
  return 0;
}
