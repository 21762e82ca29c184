/* chains.c: makes long chains of blocks that contain the addresses of other blocks. Each block is allocated along a
 * call path of its own. The first argument names how they are linked (see the table at the end of this file), the
 * second is their number, at most 4096.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct other;
typedef struct node {
  struct node *next, *before;
  struct other *other;
  long value;
} node;
typedef struct other {
  node *node;
  long value[5];
} other;

static node *first, *top, *ring, *start;
static void ***deep;

/* The end of the chain. It is on a stack, so that only chains determine the result. */
typedef struct {
  node *last;
  other *other;
  void **level;
} tail;

typedef void append(tail *end, unsigned number);

/* Twelve functions are between the caller and the call: `number` determines which. */
#define STEP(level, below)                                                                                 \
  __attribute__((noinline)) static void left##level(append *to, tail *end, unsigned k, unsigned number) {  \
    if (k & 1)                                                                                             \
      left##below(to, end, k >> 1, number);                                                                \
    else                                                                                                   \
      right##below(to, end, k >> 1, number);                                                               \
    __asm__ volatile("");                                                                                  \
  }                                                                                                        \
  __attribute__((noinline)) static void right##level(append *to, tail *end, unsigned k, unsigned number) { \
    if (k & 1)                                                                                             \
      right##below(to, end, k >> 1, number);                                                               \
    else                                                                                                   \
      left##below(to, end, k >> 1, number);                                                                \
    __asm__ volatile("");                                                                                  \
  }
__attribute__((noinline)) static void left0(append *to, tail *end, unsigned k, unsigned number) {
  (void)k, to(end, number);
  __asm__ volatile("");
}
__attribute__((noinline)) static void right0(append *to, tail *end, unsigned k, unsigned number) {
  (void)k, to(end, number);
  __asm__ volatile("");
}
/* clang-format off */
STEP(1, 0)
STEP(2, 1)
STEP(3, 2)
STEP(4, 3)
STEP(5, 4)
STEP(6, 5)
STEP(7, 6)
STEP(8, 7)
STEP(9, 8)
STEP(10, 9)
/* clang-format on */

static void list(tail *end, unsigned number) {
  node *block = calloc(1, sizeof *block);
  *(number == 0 ? &first : &end->last->next) = block;
  end->last = block;
}

/* Like list(), but each block has the address of the previous one. */
static void both_ways(tail *end, unsigned number) {
  node *before = end->last;
  list(end, number);
  end->last->before = before;
}

/* Like list(), and the last block has the address of the first. */
static void circle(tail *end, unsigned number) {
  node *block = calloc(1, sizeof *block);
  *(number == 0 ? &ring : &end->last->next) = block;
  end->last = block;
  end->last->next = ring;
}

static void two_types(tail *end, unsigned number) {
  if (number == 0) {
    start = end->last = calloc(1, sizeof *start);
  } else if (number % 2 != 0) {
    end->other = end->last->other = calloc(1, sizeof *end->other);
  } else {
    end->last = end->other->node = calloc(1, sizeof *end->last);
  }
}

/* Alternates between left and right, so that no member follows itself. */
static void branches(tail *end, unsigned number) {
  node *block = calloc(1, sizeof *block);
  *(number == 0 ? &top : number % 2 == 0 ? &end->last->next : &end->last->before) = block;
  end->last = block;
}

static void levels(tail *end, unsigned number) {
  void **block = calloc(1, sizeof *block);
  if (number == 0)
    deep = (void ***)block;
  else
    *end->level = block;
  end->level = block;
}

static const struct {
  const char *name;
  append *append;
} ways[] = {{"list", list},           {"both-ways", both_ways}, {"circle", circle},
            {"two-types", two_types}, {"branches", branches},   {"levels", levels}};

int main(int n, char **args) {
  tail end = {NULL, NULL, NULL};
  if (n != 3) return 2;
  for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
    if (strcmp(ways[i].name, args[1]) == 0)
      for (unsigned k = 0, most = (unsigned)atoi(args[2]); k < most; k++)
        k % 2 == 0 ? left10(ways[i].append, &end, k >> 1, k) : right10(ways[i].append, &end, k >> 1, k);
  return first == NULL && top == NULL && ring == NULL && start == NULL && deep == NULL;
}
