/* straddle.c: loads 64 words, each of which is in two lines; then loads from both lines of each.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdint.h>

enum { PAIRS = 64 };

__attribute__((aligned(64))) uint8_t area[128 * PAIRS];

void touch_both(void);
void touch_each(void);

/* 8 bytes at offset 60 of each pair of lines; there is no stack frame and no other reference. */
__asm__(".text\n.globl touch_both\n.type touch_both, @function\ntouch_both:\n"
        "leaq area(%rip), %rdi\nmovl $64, %ecx\n"
        "1: movq 60(%rdi), %rax\naddq $128, %rdi\ndecl %ecx\njnz 1b\njmp *%rsi\n.size touch_both, .-touch_both");
__asm__(".globl touch_each\n.type touch_each, @function\ntouch_each:\n"
        "leaq area(%rip), %rdi\nmovl $64, %ecx\n"
        "1: addb (%rdi), %al\naddb 64(%rdi), %al\naddq $128, %rdi\ndecl %ecx\njnz 1b\njmp *%rsi\n"
        ".size touch_each, .-touch_each");

/* The functions jump to the address in %rsi, so that their return is not a reference. */
int main(void) {
  __asm__ volatile("leaq 1f(%%rip), %%rsi\njmp touch_both\n1: leaq 2f(%%rip), %%rsi\njmp touch_each\n2:"
                   :
                   :
                   : "rax", "rcx", "rdi", "rsi", "cc", "memory");
  return 0;
}
