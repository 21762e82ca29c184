#!/bin/sh
# clang: a static variable of type long takes one byte, and debug information gives it no place in memory.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: clang-14 1:14.0.6-12; gcc 12 of the system as a control
# Guess:   a static `long` that is in memory takes the 8 bytes of its type, and its DWARF location is DW_OP_addr or
#          DW_OP_addrx.
# Seen:    if a program stores only one value other than the initial value, clang -O2 stores one byte, which shows which
#          of the two values the variable has. The location of the variable is a computation that ends in
#          DW_OP_stack_value. Formally, the variable then has a value and no address. The symbol has size 1:
#            clang-14: size 1, location: addrx <0>; deref_size: 1; constu: 77; mul; lit0; plus; stack_value
#            gcc: size 8, location: addr: 0
# Matters: a tool can take the address from the first operation, and the size from the type. It then attributes the next
#          7 bytes to the variable, although they can belong to other variables. A tool that follows the standard finds
#          no address. Threads share flags of this kind.
. "$(dirname "$0")/common"

need_gcc_12
fetch_llvm clang-14 libclang-cpp14
cat >state.c <<'END'
static long state;
void start(void) { state = 77; }
long get(void) { return state; }
END
# look NAME COMMAND...: compiles the program, and prints the variable's size and location.
look() {
  name=$1
  shift
  "$@" -O2 -g -c -o state.o state.c || cannot "$name does not compile"
  location=$(readelf --debug-dump=info state.o 2>/dev/null |
    sed -n '/DW_AT_location/{s/.*(\(DW_OP_addr.*\)).*/\1/; s/DW_OP_//g; p;}')
  echo "$name: size $(nm -S state.o | awk '$4 == "state" { print $2 + 0 }'), location: $location"
}
{
  look clang-14 env LD_LIBRARY_PATH="$libraries" "$root/usr/lib/llvm-14/bin/clang"
  look gcc gcc -fno-pie
} | tee seen
expect "clang: one byte, and a value without a place" \
  grep -qx 'clang-14: size 1, location: addrx.*; constu: 77; .*; stack_value' seen
expect "gcc: 8 bytes at an address" grep -qx 'gcc: size 8, location: addr: 0' seen
finish
