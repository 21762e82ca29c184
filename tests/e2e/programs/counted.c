/* counted.c: makes loads that miss, in known calls, for test_samples.
 *
 * Each row of `lines` is touched once, so each touch is a cold miss. The code between marks is in assembler, so that
 * the test knows the number of instructions between two of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <setjmp.h>
#include <stdlib.h>

enum { LINE = 64, ROWS = 40000 };
static char lines[ROWS][LINE] __attribute__((aligned(4096)));
static int next;

static char *row(void) { return lines[next++]; }

/* A load, then instructions of one byte each: the load, skid_load, is two bytes long. */
__asm__(
    ".text\n.globl skid_load\n.type skid_load, @function\n"
    "skid_load:\n  movl (%rdi), %eax\n  .rept 400\n  nop\n  .endr\n  ret\n"
    ".size skid_load, .-skid_load\n"
    ".globl last_load\n.type last_load, @function\n"
    "last_load:\n  movl (%rdi), %eax\n  ret\n"
    ".size last_load, .-last_load\n"
    ".globl tail_load\n.type tail_load, @function\n"
    "tail_load:\n  jmp last_load\n"
    ".size tail_load, .-tail_load\n"
    /* The caller: the first instruction after the call, skid_behind, has a mark. */
    ".globl call_last\n.type call_last, @function\n"
    "call_last:\n  subq $8, %rsp\n  call last_load\n.globl skid_behind\nskid_behind:\n  nop\n  nop\n  addq $8, %rsp\n  ret\n"
    ".size call_last, .-call_last\n");
int skid_load(const char *from);
int last_load(const char *from);
int tail_load(const char *from);
int call_last(const char *from);

__attribute__((noinline)) static void first_caller(void) {
  for (int i = 0; i < 3000; i++) skid_load(row());
  __asm__ volatile("");
}

__attribute__((noinline)) static void second_caller(int (*load)(const char *)) {
  for (int i = 0; i < 1000; i++) load(row());
  __asm__ volatile("");
}

__attribute__((noinline)) static void recurse(int depth) {
  if (depth > 0) recurse(depth - 1);
  skid_load(row());
  __asm__ volatile("");
}

static jmp_buf back;

__attribute__((noinline)) static void leave(int depth) {
  if (depth < 0) return;
  if (depth == 0) longjmp(back, 1);
  leave(depth - 1);
  __asm__ volatile("");
}

__attribute__((noinline)) static void after_jump(void) {
  if (setjmp(back) == 0) leave(20);
  last_load(row());
  __asm__ volatile("");
}

/* For a counter that counts time. */
__attribute__((noinline)) static void busy(void) {
  for (volatile int i = 0; i < 20000000; i++) {
  }
}

int main(int n, char **words) {
  (void)words;
  if (n > 1) {
    busy();
    return 0;
  }
  first_caller();
  second_caller(skid_load);
  second_caller(tail_load);
  for (int i = 0; i < 500; i++) call_last(row());
  recurse(30);
  for (int i = 0; i < 10; i++) after_jump();
  return 0;
}
