/* cleared.c: clears all marks in each round, though a round sets few of them. With -DUSED, each round also reads all
 * marks.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>

enum { MARKS = 200000, ROUNDS = 40, SET = 100 };

static unsigned char marks[MARKS];

int main(void) {
  unsigned random = 1;
  long sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    memset(marks, round, sizeof marks);
    for (int i = 0; i < SET; i++) {
      random = random * 1664525 + 1013904223;
      sum += marks[random % MARKS]++;
    }
#ifdef USED
    for (int i = 0; i < MARKS; i++) sum += marks[i];
#endif
  }
  printf("%ld\n", sum);
  return 0;
}
