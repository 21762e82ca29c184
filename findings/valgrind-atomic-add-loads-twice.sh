#!/bin/sh
# Valgrind: an atomic addition or exchange is two loads and a store.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1
# Guess:   `lock addq` reads and writes its operand once, so a tool gets one load and one store, as for `addq`.
# Seen:    the core translates the instruction to a plain load and a compare-and-swap. Tools get a load, and then the
#          load and the store of the compare-and-swap. The same applies to `xchg`. `lock cmpxchg` and the plain `addq`
#          have one load and one store:
#            plain_add: I M8
#            locked_add: I L8 M8
#            exchange: I L8 M8
#            compare_exchange: I M8
# Matters: a tool counts 3 references to a lock or a shared counter instead of 2, and these are the most important data
#          of contended programs. A simulator of coherence gets a read before the write. It simulates a shared copy and
#          an upgrade, but the processor fetches the line for writing immediately.
. "$(dirname "$0")/common"

fetch valgrind=1:3.19.0-1
cat >atomics.S <<'END'
  .globl _start
  .bss
data: .skip 64
  .text
_start:
plain_add: addq $1, data
locked_add: lock addq $1, data
exchange: xchg %rax, data
compare_exchange: lock cmpxchg %rbx, data
  mov $60, %eax
  xor %edi, %edi
  syscall
END
compile -nostdlib -static -no-pie -o atomics atomics.S
for symbol in plain_add locked_add exchange compare_exchange; do
  echo "$symbol: $(references atomics "$symbol")" | sed 's/ $//'
done | tee seen
expect "a plain addition modifies once" grep -qx 'plain_add: I M8' seen
expect "an atomic addition loads, then modifies" grep -qx 'locked_add: I L8 M8' seen
expect "an exchange loads, then modifies" grep -qx 'exchange: I L8 M8' seen
expect "a compare-and-exchange modifies once" grep -qx 'compare_exchange: I M8' seen
finish
