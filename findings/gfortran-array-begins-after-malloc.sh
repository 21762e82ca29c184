#!/bin/sh
# gfortran: the location of an automatic array begins one instruction after the return of its malloc().
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: gfortran-12 and gcc-12 12.2.0-14+deb12u1, binutils 2.40-2 of the system
# Guess:   from the return address of malloc(), the debug information gives the location of the array that gets this
#          block: the register of the result.
# Seen:    the list of locations begins after the instruction that copies the result to a register or the stack. At the
#          return address itself, the array has no location, although its address is in %rax there. A pointer in C whose
#          value gcc does not copy has a location at the return address. These are the offsets in the object file:
#            gfortran -O1: scratch: malloc() returns to 43, location from 46
#            gfortran -O2: scratch: malloc() returns to 36, location from 39
#            gcc -O2: block: malloc() returns to c, location from c
# Matters: a profiler that looks for the name of a heap block compares the addresses of variables with the result of
#          malloc(). If it does this at the return address, which is in the call stack, it finds no automatic arrays.
#          It must look a few instructions later.
. "$(dirname "$0")/common"

need_gcc_12
need_version_12 gfortran
cat >array.f90 <<'END'
subroutine work(n, total)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: total
  real(8) :: scratch(n, n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      scratch(i, j) = i * 0.5d0 + j
    end do
  end do
  total = 0
  do i = 1, n
    total = total + sum(scratch(i, :))
  end do
end subroutine
END
cat >pointer.c <<'END'
#include <stdlib.h>
char *kept;
int keep(int n) {
  char *block = malloc(n);
  kept = block;
  return n > 3;
}
END
# begins VARIABLE COMMAND...: compiles with that command, and prints where malloc() returns, and where the location of
# the variable begins. The function is the only one in the object file.
begins() {
  variable=$1
  shift
  "$@" -g -c -o code.o || cannot "$1 does not compile"
  back=$(objdump -dr --no-show-raw-insn code.o | awk '
    found { sub(/:/, "", $1); print $1; exit }
    /R_X86_64_[A-Z0-9]*[ \t]*malloc/ { found = 1 }')
  list=$(readelf --debug-dump=info code.o | awk -v variable="$variable" '
    /DW_AT_name/ { found = $NF == variable }
    found && /DW_AT_location/ { print $4; exit }')
  start=$(readelf --debug-dump=loc code.o | awk -v list="$(printf %08x "$list")" '
    found { sub(/^0+/, "", $1); print $1; exit }
    $1 == list { found = 1 }')
  echo "$1 $2: $variable: malloc() returns to $back, location from $start"
}
{
  begins scratch gfortran -O1 array.f90
  begins scratch gfortran -O2 array.f90
  begins block gcc -O2 pointer.c
} | tee seen
expect "-O1: later than the return" grep -qx 'gfortran -O1: scratch: malloc() returns to 43, location from 46' seen
expect "-O2: later than the return" grep -qx 'gfortran -O2: scratch: malloc() returns to 36, location from 39' seen
expect "a pointer in C: from the return" grep -qxE 'gcc -O2: block: malloc\(\) returns to (.+), location from \1' seen
finish
