#!/bin/sh
# g++: a `new` that takes several lines has the line of its last bracket.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: g++-12 12.2.0-14+deb12u1 of the system; clang-14 1:14.0.6-12 as a control
# Guess:   the line of a `new` expression's allocation in the line table is the line with the word `new`.
# Seen:    g++ gives the allocation, and the call of the constructor, the line and column at which the expression ends:
#          those of the bracket after the arguments, or after the number of elements. A call of a function with the same
#          arguments has the line at which it begins. clang gives the allocation the line and column of `new`:
#            g++: object: operator new 8:16 Pair::Pair 8:16
#            g++: array: operator new[] 14:3
#            g++: called: pair 17:14
#            clang-14: object: operator new 6:10 Pair::Pair 6:14
#            clang-14: array: operator new[] 11:10
#            clang-14: called: pair 17:10
# Matters: a report with the source line of an allocation shows the last argument instead of the type, and the line does
#          not contain the word `new`. A build by clang has other allocation sites. Therefore, the heap profiles of the
#          two builds cannot be compared.
. "$(dirname "$0")/common"

need_gxx_12
fetch_llvm clang-14 libclang-cpp14
cat >calls.cc <<'END'
struct Pair { Pair(int, int); int a, b; };
Pair *pair(int, int);
int some, other;

Pair *object() {
  return new Pair(
      some,
      other * 2);
}
char *array() {
  return new char[
      some
      * other
  ];
}
Pair *called() {
  return pair(
      some,
      other * 2);
}
END
{
  call_places g++ g++ -fno-exceptions calls.cc
  call_places clang-14 env LD_LIBRARY_PATH="$libraries" "$root/usr/lib/llvm-14/bin/clang" -fno-exceptions calls.cc
} | tee seen
expect "g++: an object is at its end" grep -qx 'g++: object: operator new 8:16 Pair::Pair 8:16' seen
expect "g++: an array is at its end" grep -qx 'g++: array: operator new\[\] 14:3' seen
expect "g++: a call is in its first line" grep -qx 'g++: called: pair 17:14' seen
expect "clang: an object is at its beginning" grep -qx 'clang-14: object: operator new 6:10 Pair::Pair 6:14' seen
expect "clang: an array is at its beginning" grep -qx 'clang-14: array: operator new\[\] 11:10' seen
finish
