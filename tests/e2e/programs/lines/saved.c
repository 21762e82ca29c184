/* saved.c: a function of the C library makes most of the misses. It is called from one line.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>

enum { BYTES = 400000, ROUNDS = 20 };
static char current[BYTES], saved[BYTES];

__attribute__((noinline)) static void save(size_t bytes) { memcpy(saved, current, bytes); /* the call */ }

int main(void) {
  for (int r = 0; r < ROUNDS; r++) {
    current[r] = (char)r;
    save(BYTES - (size_t)(r & 1));
  }
  printf("%d\n", saved[ROUNDS - 1]);
  return 0;
}
