#!/bin/sh
# Valgrind: a masked gather of AVX2 loads from the stack pointer in place of each element that the mask excludes.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1
# Guess:   `vpgatherdd` loads only the elements that its mask selects, as the processor does.
# Seen:    Valgrind's core translates the instruction to one load for each element. If the mask excludes an element, the
#          core replaces its address by the stack pointer. lackey reports as many loads as for a full mask:
#            full mask: table+0 table+4 table+8 table+12
#            two of four: table+0 stack table+8 stack
#            empty mask: stack stack stack stack
# Matters: compilers vectorise loops with conditions to masked gathers. A memory profiler with this core counts loads
#          that the processor does not make. It attributes them to the data at the top of the stack, where they nearly
#          always hit, so that the miss rate of the loop is too low.
. "$(dirname "$0")/common"

grep -qw avx2 /proc/cpuinfo || cannot "this processor has no AVX2"
fetch valgrind=1:3.19.0-1
cat >gather.S <<'END'
  .globl _start
  .bss
  .balign 16
table: .skip 16
  .data
  .balign 16
full: .long -1, -1, -1, -1
two: .long -1, 0, -1, 0
empty: .long 0, 0, 0, 0
index: .long 0, 1, 2, 3
  .text
_start:
stack: mov (%rsp), %rcx
  mov $table, %eax
  vmovdqa index, %xmm2
  vmovdqa full, %xmm1
gather_full: vpgatherdd %xmm1, (%rax,%xmm2,4), %xmm0
  vmovdqa two, %xmm1
gather_two: vpgatherdd %xmm1, (%rax,%xmm2,4), %xmm0
  vmovdqa empty, %xmm1
gather_empty: vpgatherdd %xmm1, (%rax,%xmm2,4), %xmm0
  mov $60, %eax
  xor %edi, %edi
  syscall
END
compile -nostdlib -static -no-pie -o gather gather.S
./gather || cannot "this system runs no AVX2"
run_valgrind --tool=lackey --trace-mem=yes --basic-counts=no ./gather >trace 2>&1
# addresses SYMBOL: prints the addresses of the data references of the instruction at that symbol.
addresses() {
  address=$(nm gather | awk -v symbol="$1" '$3 == symbol { sub(/^0+/, "", $1); print $1 }')
  awk -v address="$address" '
    { split($2, at, ","); sub(/^0+/, "", at[1]) }
    $1 == "I" { here = at[1] == address }
    here && $1 ~ /^[LSM]$/ { print at[1] }' trace
}
# elements SYMBOL: the same, as offsets into the table, or "stack" for the address in the stack pointer.
elements() {
  table=$(nm gather | awk '$3 == "table" { print $1 }')
  stack=$(addresses stack)
  for element in $(addresses "$1"); do
    if [ "$element" = "$stack" ]; then
      printf ' stack'
    else
      printf ' table+%d' $((0x$element - 0x$table))
    fi
  done
}
{
  echo "full mask:$(elements gather_full)"
  echo "two of four:$(elements gather_two)"
  echo "empty mask:$(elements gather_empty)"
} | tee seen
expect "a full mask loads the elements" grep -qx 'full mask: table+0 table+4 table+8 table+12' seen
expect "excluded elements load from the stack pointer" grep -qx 'two of four: table+0 stack table+8 stack' seen
expect "an empty mask does so four times" grep -qx 'empty mask: stack stack stack stack' seen
finish
