#!/bin/sh
# Valgrind: `rep movsb` of N bytes is N + 1 instructions with references of one byte.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1
# Guess:   `rep movsb` of N bytes counts as one instruction, as in the processor's counter of retired instructions, or
#          as N instructions.
# Seen:    each iteration is a separate instruction that ends a block. The last iteration, which finds that the count is
#          zero, is an additional instruction without data. If the count is zero at the start, there is one instruction:
#            copy_3_bytes: I L1 S1 I L1 S1 I L1 S1 I
#            fill_2_words: I S8 I S8 I
#            fill_nothing: I
# Matters: C libraries use `rep movsb` for large copies, because processors copy more than a byte per cycle with it. A
#          copy of N bytes adds 2 N references and N + 1 instructions to a profile, but one instruction to a hardware
#          counter. Therefore, its function has high counts and takes little time.
. "$(dirname "$0")/common"

fetch valgrind=1:3.19.0-1
cat >repeat.S <<'END'
  .globl _start
  .bss
data: .skip 128
  .text
_start:
  lea data, %rsi
  lea data + 64, %rdi
  mov $3, %ecx
copy_3_bytes: rep movsb
  mov $2, %ecx
fill_2_words: rep stosq
  xor %ecx, %ecx
fill_nothing: rep stosq
  mov $60, %eax
  xor %edi, %edi
  syscall
END
compile -nostdlib -static -no-pie -o repeat repeat.S
for symbol in copy_3_bytes fill_2_words fill_nothing; do
  echo "$symbol: $(references repeat "$symbol")" | sed 's/ $//'
done | tee seen
expect "3 bytes are 4 instructions" grep -qx 'copy_3_bytes: I L1 S1 I L1 S1 I L1 S1 I' seen
expect "2 words are 3 instructions" grep -qx 'fill_2_words: I S8 I S8 I' seen
expect "nothing is 1 instruction" grep -qx 'fill_nothing: I' seen
finish
