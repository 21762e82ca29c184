/* steady.c: uses its own data: a list, a table, an array that moves, and its arguments. With a second argument it does
 * more.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node {
  struct node *next;
  long value;
} node;

static int table[4096], small = 3;
static const char *names[] = {"one", "two", "three"};
static double weights[500] = {1, 2, 3};

__attribute__((noinline)) static long walk(const node *n) {
  long sum = 0;
  for (; n; n = n->next) sum += n->value;
  return sum;
}

__attribute__((noinline)) static long in_frame(int step) {
  long words[512], sum = 0;
  for (int i = 0; i < 512; i++) words[i] = i * step;
  for (int i = 0; i < 512; i += step) sum += words[i];
  return sum;
}

int main(int argc, char **argv) {
  node *head = NULL;
  for (int i = 0; i < 3000; i++) {
    node *n = malloc(sizeof *n);
    *n = (node){head, i};
    head = n;
    table[i * 7 % 4096] += i;
  }
  long sum = 0;
  for (int round = 0; round < (argc > 2 ? 7 : 5); round++) sum += walk(head) + in_frame(round + 1);
  for (int i = 0; i < 3; i++) sum += (long)strlen(names[i]) + small;
  for (int i = 0; i < 500; i++) sum += (long)weights[i];
  printf("%ld\n", sum + (argc > 1 ? (long)strlen(argv[1]) : 0));
  return 0;
}
