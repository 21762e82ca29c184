/* changing_code.c: writes code, calls it, and overwrites it with other code.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { ROUNDS = 100, CALLS = 10 };

/* mov $value, %eax; ret */
static void write_code(uint8_t *to, uint32_t value) {
  to[0] = 0xb8;
  memcpy(to + 1, &value, sizeof value);
  to[5] = 0xc3;
}

int main(void) {
  uint8_t *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code == MAP_FAILED) return 1;
  uint64_t sum = 0;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    write_code(code, round);
    uint32_t (*function)(void);
    memcpy(&function, &code, sizeof function);
    for (int call = 0; call < CALLS; call++) sum += function();
  }
  printf("%llu\n", (unsigned long long)sum);
  return sum == (uint64_t)CALLS * ROUNDS * (ROUNDS - 1) / 2 ? 0 : 1;
}
