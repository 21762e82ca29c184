/* Several statements of one line allocate memory. SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#define GRAB(type, n) ((type *)calloc((n), sizeof(type)))

__attribute__((noinline)) static void fill(char *block, size_t n) {
  for (size_t i = 0; i < n; i++) block[i] = (char)i;
}

int main(void) {
  float *heights = malloc(4004);
  short *depths = calloc(2003, 2);
  char *marks = realloc(NULL, 4005);
  fill((char *)heights, 4004), fill((char *)depths, 4006), fill(marks, 4005);
  long *first = GRAB(long, 501), *second = GRAB(long, 502);
  int *third = GRAB(int, 1005);
  fill((char *)first, 4008), fill((char *)second, 4016), fill((char *)third, 4020);
  printf("%d\n", heights[3] + depths[4] + marks[5] + first[6] + second[7] + third[8] > 0);
}
