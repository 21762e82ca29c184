/* spills.c: values that are spilled to the stack, since code in assembler changes all registers. A test program for
 * test_uses, which must be compiled with optimization.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

static void change_all(void) {
  __asm__ volatile("" ::
                       : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
                         "r15", "memory");
}

static long one(void) {
  change_all();
  return 1;
}

/* The variable and the parameters are spilled. */
long named(const long *cells, long n) {
  long thrice = cells[n] * 3;
  change_all();
  return thrice + cells[n];
}

/* Only a value without a name is spilled. */
long nameless(const long *cells, long n) { return (cells[n] ^ cells[n + 1]) + one(); }

int main(void) {
  static const long cells[2] = {1, 2};
  return named(cells, 0) + nameless(cells, 0) == 0;
}
