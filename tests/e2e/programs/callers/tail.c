/* tail.c: tail calls, through functions of this file, of a shared library (by its linkage table) and pointers.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int words[1024];
#define FUNCTION __attribute__((noinline, noclone))

FUNCTION static int unit(int n) {
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += words[(n * 16 + i) % 1024];
  return sum;
}
FUNCTION static int last(int n) { return unit(n) + 1; }
FUNCTION static int middle(int n) { return last(n + words[0]); }
FUNCTION static int first(int n) { return middle(n + words[1]); }

/* Two functions that jump to each other. */
static int pong(int n);
FUNCTION static int ping(int n) { return n == 0 ? unit(0) : pong(n - 1 - words[2]); }
FUNCTION static int pong(int n) { return n == 0 ? unit(1) : ping(n - 1 - words[3]); }

static volatile size_t size = 4096;
FUNCTION static void *fill(void *to, int value) { return memset(to, value, size); }

int main(void) {
  int (*volatile by_pointer)(int) = first;
  char *room = malloc(4096);
  int sum = 0;
  for (int i = 0; i < 10; i++) sum += first(i);
  for (int i = 0; i < 5; i++) sum += by_pointer(i);
  for (int i = 0; i < 20; i++) fill(room, i);
  sum += ping(100);
  printf("%d %d\n", sum, room[7]);
  return 0;
}
