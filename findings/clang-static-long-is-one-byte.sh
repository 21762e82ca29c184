#!/bin/sh
# clang: a static variable of type long takes one byte, and debug information gives it no place in memory.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: clang-14 1:14.0.6-12; gcc 12 of the system as a control
# Guess:   a static `long` that is in memory takes the 8 bytes of its type, and its DWARF location is DW_OP_addr or
#          DW_OP_addrx.
# Seen:    if the only values that a program stores are the initial one and one other, clang -O2 keeps which of the two
#          it is, in one byte. Its location is a computation that ends in DW_OP_stack_value, so that the variable
#          formally has a value and no address, and the symbol has size 1:
#            clang-14: size 1, location: addrx <0>; deref_size: 1; constu: 77; mul; lit0; plus; stack_value
#            gcc: size 8, location: addr: 0
# Matters: a tool that takes the address from the first operation, and the size from the type, claims the 7 bytes after
#          it, which can be other variables'; one that follows the standard has no address at all. Threads share flags
#          of this kind.
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
