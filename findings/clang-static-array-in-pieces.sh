#!/bin/sh
# clang: the elements of a static array have separate symbols, and the location of the array has gaps.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: clang-14 1:14.0.6-12; gcc 12 of the system as a control
# Guess:   a static array that stays in memory is contiguous, as C says, so its DWARF location is one address.
# Seen:    clang -O2 makes a variable of each element that the program uses by a constant index, and removes all other
#          elements. The location of the array is a list of pieces, in which the removed elements have no address.
#          `counts` has four elements, and the program uses two of them:
#            clang-14: symbols: counts.0 counts.1, location: piece: 4 addrx piece: 4 piece: 4 addrx piece: 4
#            gcc: symbols: counts, location: addr
#          The number in a symbol's name is not the index: counts.0 is counts[1], and counts.1 is counts[3].
# Matters: elements that are in one cache line in the source can be in two lines, and elements in two lines can be in
#          one. Therefore, the false sharing that a profiler finds differs from the declaration. A reader of DWARF that
#          expects one address for each variable finds no address.
. "$(dirname "$0")/common"

need_gcc_12
fetch_llvm clang-14 libclang-cpp14
cat >counts.c <<'END'
static int counts[4];
void first(int n) { counts[1] += n; }
void second(int n) { counts[3] ^= n; }
int sum(void) { return counts[1] + counts[3]; }
END
# look NAME COMMAND...: compiles the program, and prints the symbols and the location of the array.
look() {
  name=$1
  shift
  "$@" -O2 -g -c -o counts.o counts.c || cannot "$name does not compile"
  location=$(readelf --debug-dump=info counts.o 2>/dev/null | awk '
    /Abbrev Number/ { entry = /DW_TAG_variable/ }
    entry && /DW_AT_location/ {
      sub(/.*\(DW_OP/, "DW_OP"); sub(/\).*/, ""); gsub(/;|DW_OP_/, ""); gsub(/ <0x[0-9a-f]*>| <0>/, "")
      gsub(/addr: 0/, "addr"); print
    }')
  echo "$name: symbols: $(nm counts.o | sed -n 's/.* b //p' | sort | paste -sd ' ' -), location: $location"
}
{
  look clang-14 env LD_LIBRARY_PATH="$libraries" "$root/usr/lib/llvm-14/bin/clang"
  look gcc gcc -fno-pie
} | tee seen
pieces='piece: 4 addrx piece: 4 piece: 4 addrx piece: 4'
expect "clang: pieces with gaps" grep -qx "clang-14: symbols: counts.0 counts.1, location: $pieces" seen
expect "gcc: one array" grep -qx 'gcc: symbols: counts, location: addr' seen
finish
