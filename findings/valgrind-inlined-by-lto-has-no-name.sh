#!/bin/sh
# Valgrind: a function of another source file that gcc -flto inlined is called UnknownInlinedFun.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1; gcc-12 12.2.0-14+deb12u1 and binutils 2.40-2 of the system
# Guess:   Valgrind's tools show an inlined function by its name, whether or not it was inlined by -flto.
# Seen:    Valgrind reads the name of an inlined function only if the reference to it (DW_AT_abstract_origin) stays in
#          the same unit of the debug information. gcc -flto puts the code into one unit, and the names into the units
#          of the source files, so each of these references leaves its unit. The source file and line are right, and
#          addr2line reads the name. massif and addr2line name the code that called malloc():
#            one unit: massif: make (make.c:2), main (main.c:4)
#            one unit: addr2line: make main
#            -flto: massif: UnknownInlinedFun (make.c:2), main (main.c:4)
#            -flto: addr2line: make main
# Matters: in a build with -flto, all inlined functions share one name. A profile by functions adds their costs up, a
#          filter by name does not find them, and the two builds cannot be compared.
. "$(dirname "$0")/common"

need_gcc_12
fetch valgrind=1:3.19.0-1
cat >make.c <<'END'
#include <stdlib.h>
char *make(int n) { return malloc(n * 1000); }
END
cat >main.c <<'END'
char *make(int n);
char *volatile kept;
int main(void) {
  kept = make(3);
  kept[0] = 1;
  return 0;
}
END
gcc -O2 -g -include make.c -o joint main.c
gcc -O2 -g -flto -o lto main.c make.c
# frames PROGRAM: prints the callers of malloc() in massif's last snapshot.
frames() {
  run_valgrind -q --tool=massif --detailed-freq=1 --massif-out-file=heap "./$1" >log 2>&1
  sed -n 's/^ *n[0-9]*: 3000 0x[0-9A-F]*: //p' heap | tail -n 2 | paste -s -d , - | sed 's/,/, /'
}
# names PROGRAM: prints the functions that addr2line finds at the call of malloc().
names() {
  call=$(objdump -d --no-show-raw-insn "$1" | awk '/call.*<malloc@plt>/ { sub(/:/, "", $1); print $1 }')
  addr2line -f -i -e "$1" "0x$call" | awk 'NR % 2' | paste -s -d ' ' -
}
{
  echo "one unit: massif: $(frames joint)"
  echo "one unit: addr2line: $(names joint)"
  echo "-flto: massif: $(frames lto)"
  echo "-flto: addr2line: $(names lto)"
} | tee seen
expect "in one unit, massif has the name" grep -qx 'one unit: massif: make (make.c:2), main (main.c:4)' seen
expect "in one unit, so has addr2line" grep -qx 'one unit: addr2line: make main' seen
expect "with -flto, massif has no name" grep -qx -e '-flto: massif: UnknownInlinedFun (make.c:2), main (main.c:4)' seen
expect "with -flto, addr2line has the name" grep -qx -e '-flto: addr2line: make main' seen
finish
