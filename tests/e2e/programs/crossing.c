/* crossing.c: has loops whose references continue from one data bin to the next at a constant stride, and from a
 * function's stack frame to that of its caller.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdint.h>
#include <stdlib.h>

enum { BLOCKS = 600, BYTES = 24, ROUNDS = 3 };

static char *even(void) { return malloc(BYTES); }
static char *odd(void) { return malloc(BYTES); }

/* Stores at a constant stride from `low` to `high`. */
__attribute__((noinline)) static void walk(uintptr_t low, uintptr_t high, uintptr_t stride) {
  for (uintptr_t at = low; at < high; at += stride) *(volatile char *)at = *(volatile char *)at;
}

__attribute__((noinline)) static void inner(const volatile char *outer) {
  volatile char own[512] = {0};
  walk((uintptr_t)own, (uintptr_t)outer, 8);
}

int main(void) {
  volatile char own[512] = {0};
  char *blocks[BLOCKS];
  for (unsigned i = 0; i < BLOCKS; i++) blocks[i] = i / 3 % 2 != 0 ? even() : odd();
  for (unsigned round = 0; round < ROUNDS; round++) {
    walk((uintptr_t)blocks[0], (uintptr_t)blocks[BLOCKS - 1], 8);
    inner(own + sizeof own);
  }
  return 0;
}
