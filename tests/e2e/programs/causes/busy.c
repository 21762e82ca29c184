/* busy.c: computes in registers, and hardly waits for memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

int main(void) {
  unsigned random = 1;
  for (int i = 0; i < 6000000; i++) random = random * 1664525 + 1013904223;
  printf("%u\n", random);
  return 0;
}
