/* spilled.c: values that are spilled to the stack, since all registers are in use, and that miss: between the write and
 * the read of each, the program reads as much as a cache of 32 KB can hold. Three are values of variables, two of which
 * share a place; one has no name. The program must be compiled with optimization.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
enum { LINE = 64 / sizeof(long), LINES = 1024, ROUNDS = 100 };

static long cells[LINES * LINE];

static void change_all_registers(void) {
  __asm__ volatile("" ::
                       : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
                         "r15", "memory");
}

static void read_all(void) {
  for (int i = 0; i < LINES; i++) ((volatile long *)cells)[i * LINE];
}

static long slow_one(void) {
  change_all_registers();
  read_all();
  change_all_registers();
  return 1;
}

static __attribute__((noinline)) long named(long n) {
  long thrice = cells[n] * 3;
  return slow_one() + thrice;
}

static __attribute__((noinline)) long nameless(long n) { return (cells[n] ^ cells[n + LINE]) + slow_one(); }

static __attribute__((noinline)) long shared(long n) {
  long former = cells[n] * 5, sum = slow_one() + former;
  long latter = cells[sum] * 7;
  return slow_one() + latter;
}

int main(void) {
  long sum = 0;
  for (long i = 0; i < ROUNDS; i++) sum += named(i) + nameless(i) + shared(i);
  return sum == 0;
}
