#!/bin/sh
# gcc: DW_AT_producer contains all -O options of the command line, and only the last one is in effect.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: gcc-12 12.2.0-14+deb12u1 and binutils 2.40-2 of the system
# Guess:   the producer in debug information contains the optimisation level of the unit: one -O option.
# Seen:    gcc writes all -O options in the order of the command line, and writes none if none was given. The last one
#          determines the code. A unit of assembly language has the producer of the assembler without options, even if
#          the command line contains -O2. These are the options in the producer, and the size of the function:
#            gcc: (none), 12 bytes
#            gcc -O0: -O0, 12 bytes
#            gcc -O2: -O2, 3 bytes
#            gcc -O0 -O2: -O0 -O2, 3 bytes
#            gcc -O2 -O0: -O2 -O0, 12 bytes
#            gcc -O2 of assembly language: GNU AS 2.40
# Matters: build systems append options (CFLAGS="-O2 $CFLAGS -O0"). A profiler that warns of code without optimisation
#          must not search for -O2 or -O0, but for the last -O option. A missing option means -O0 only if the producer
#          is a compiler.
. "$(dirname "$0")/common"

need_gcc_12
cat >same.c <<'END'
int same(int i) { return i; }
END
printf 'same: ret\n' >assembly.s
# producer FILE: prints the producer of its first unit.
producer() {
  readelf --debug-dump=info "$1" | sed -n 's/.*DW_AT_producer *: *\(([^)]*): \)\{0,1\}//p' | head -n 1
}
# level OPTION...: prints the -O options in the producer of a unit that is compiled with these options, and the size of
# its function.
level() {
  gcc "$@" -g -c -o same.o same.c
  options=$(producer same.o | tr ' ' '\n' | grep '^-O' | paste -s -d ' ' -)
  size=$(nm -S same.o | awk '$4 == "same" { print $2 }')
  echo "gcc${*:+ $*}: ${options:-(none)}, $((0x$size)) bytes"
}
{
  level
  level -O0
  level -O2
  level -O0 -O2
  level -O2 -O0
  gcc -O2 -g -c -o assembly.o assembly.s
  echo "gcc -O2 of assembly language: $(producer assembly.o)"
} | tee seen
expect "without an option, there is none" grep -qx 'gcc: (none), 12 bytes' seen
expect "-O0 is there" grep -qx 'gcc -O0: -O0, 12 bytes' seen
expect "-O2 is there" grep -qx 'gcc -O2: -O2, 3 bytes' seen
expect "both are there, and -O2 is in effect" grep -qx 'gcc -O0 -O2: -O0 -O2, 3 bytes' seen
expect "both are there, and -O0 is in effect" grep -qx 'gcc -O2 -O0: -O2 -O0, 12 bytes' seen
expect "the assembler has no options" grep -qx 'gcc -O2 of assembly language: GNU AS [0-9.]*' seen
finish
