#!/bin/sh
# gcc: calls in the arguments of a call have the line of the outer call.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: gcc-12 12.2.0-14+deb12u1 of the system; clang-14 1:14.0.6-12 as a control
# Guess:   if a call takes several lines, and each argument is a call of malloc() on a separate line, the line table
#          contains the line of each call.
# Seen:    if a call is an argument of another call, gcc gives it the line and column of the outer call. Calls in
#          operands of an argument, as in inner(), and calls that initialise variables, as in apart(), have their own
#          line and column:
#            gcc -O0: nested: malloc 4:3 malloc 4:3 use 4:3
#            gcc -O0: apart: malloc 10:7 malloc 12:7 use 13:3
#            gcc -O0: inner: number 18:7 number 19:9 malloc 17:10
#            gcc -O2: nested: malloc 4:3 malloc 4:3 use 4:3
#            clang-14 -O0: nested: malloc 5:7 malloc 6:7 use 4:3
# Matters: a heap profile names a block by the place of its allocation. Blocks of different sizes and purposes appear to
#          come from one place, in a line that does not allocate. Columns do not distinguish them, either.
. "$(dirname "$0")/common"

need_gcc_12
fetch_llvm clang-14 libclang-cpp14
cat >calls.c <<'END'
void *malloc(unsigned long size);
void use(void *first, void *second);
void nested(void) {
  use(
      malloc(10),
      malloc(20));
}
void apart(void) {
  void *first =
      malloc(10);
  void *second =
      malloc(20);
  use(first, second);
}
int number(int of);
void *inner(void) {
  return malloc(
      number(1)
      + number(2));
}
END
{
  call_places "gcc -O0" gcc -O0 calls.c
  call_places "gcc -O2" gcc -O2 -fno-optimize-sibling-calls calls.c
  call_places "clang-14 -O0" env LD_LIBRARY_PATH="$libraries" "$root/usr/lib/llvm-14/bin/clang" -O0 calls.c
} | tee seen
expect "gcc: arguments have the outer place" grep -qx 'gcc -O0: nested: malloc 4:3 malloc 4:3 use 4:3' seen
expect "gcc -O2: so too" grep -qx 'gcc -O2: nested: malloc 4:3 malloc 4:3 use 4:3' seen
expect "gcc: initialisers have their own" grep -qx 'gcc -O0: apart: malloc 10:7 malloc 12:7 use 13:3' seen
expect "gcc: operands have their own" grep -qx 'gcc -O0: inner: number 18:7 number 19:9 malloc 17:10' seen
expect "clang: arguments have their own" grep -qx 'clang-14 -O0: nested: malloc 5:7 malloc 6:7 use 4:3' seen
finish
