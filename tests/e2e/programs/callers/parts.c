/* parts.c: clears memory by calls of a library in several inlined functions on one line, and in a function on another
 * line. One line has the most misses, but none of its functions has.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 1 << 16 };
static volatile size_t part = PART, half = PART / 2;
#define PART_OF(name, number) \
  static inline __attribute__((always_inline)) void name(char *room) { memset(room + number * PART, 1, part); }

#define PARTS PART_OF(first, 0) PART_OF(second, 1) PART_OF(third, 2) PART_OF(fourth, 3) PART_OF(fifth, 4)
PARTS

__attribute__((noinline, noclone)) static void clear_parts(char *room) {
  first(room);
  second(room);
  third(room);
  fourth(room);
  fifth(room);
}

__attribute__((noinline, noclone)) static void clear_rest(char *room) { memset(room + 5 * PART, 2, part + half); }

int main(void) {
  char *room = malloc(7 * PART);
  clear_parts(room);
  clear_rest(room);
  printf("%d\n", room[PART]);
  return 0;
}
