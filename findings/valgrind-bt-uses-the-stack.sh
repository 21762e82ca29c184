#!/bin/sh
# Valgrind: a bit test between two registers stores to the stack.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1
# Guess:   `bt %rax, %rbx` and `bts %rax, %rbx` have only register operands, so tools get no data reference.
# Seen:    Valgrind's core translates the forms with registers to accesses to memory. It stores the operand below the
#          stack pointer, and tests the bit in a byte of the stored operand. For `bts`, it loads the operand back. The
#          form with an immediate operand, `bt $3, %rbx`, has no data reference. lackey reports:
#            bt_registers: I S8 L1
#            bts_registers: I S8 M1 L8
#            bt_immediate: I
# Matters: compilers emit `bt` between registers for `if (mask >> n & 1)`. In loops over bit sets, a memory profiler
#          with this core counts references to the stack that the processor does not make.
. "$(dirname "$0")/common"

fetch valgrind=1:3.19.0-1
cat >bits.S <<'END'
  .globl _start
_start:
bt_registers: bt %rax, %rbx
  setc %cl
bts_registers: bts %rax, %rbx
bt_immediate: bt $3, %rbx
  setc %dl
  mov $60, %eax
  xor %edi, %edi
  syscall
END
compile -nostdlib -static -no-pie -o bits bits.S
for symbol in bt_registers bts_registers bt_immediate; do
  echo "$symbol: $(references bits "$symbol")" | sed 's/ $//'
done | tee seen
expect "bt between registers stores and loads" grep -qx 'bt_registers: I S8 L1' seen
expect "bts between registers stores, modifies, and loads" grep -qx 'bts_registers: I S8 M1 L8' seen
expect "bt with an immediate stays in registers" grep -qx 'bt_immediate: I' seen
finish
