/* sum_words.S: long sum_words(const long *words, long n, long bytes): the sum of n words that are so many bytes apart.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
  .text
  .globl sum_words
  .type sum_words, @function
sum_words:
  xorl %eax, %eax
1: addq (%rdi), %rax
  addq %rdx, %rdi
  decq %rsi
  jnz 1b
  ret
  .size sum_words, .-sum_words
  .section .note.GNU-stack, "", @progbits
