#!/bin/sh
# gcc: the column of a call is that of the function's name in C, and that of the bracket after it in C++.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: gcc-12 and g++-12 12.2.0-14+deb12u1 of the system; clang-14 1:14.0.6-12 as a control
# Guess:   the column of a call in the line table is that of the start of its expression, so a file that is valid C and
#          C++ has the same columns in both languages.
# Seen:    gcc takes the start of the function's name in C, and the bracket after the name in C++. If there is a line
#          break before the bracket, the line differs, too. clang takes the start of the name in both languages:
#            gcc C: joined: get 2:29
#            gcc C: broken: get 4:10
#            gcc C++: joined: get 2:32
#            gcc C++: broken: get 5:7
#            clang-14 C: joined: get 2:29
#            clang-14 C: broken: get 4:10
#            clang-14 C++: joined: get 2:29
#            clang-14 C++: broken: get 4:10
# Matters: columns distinguish several calls in one line. A tool that looks for the function's name at the column finds
#          a bracket in C++. If programs in both languages include a header, the call sites in the header differ between
#          the languages. Call sites also differ between builds by two compilers.
. "$(dirname "$0")/common"

need_gcc_12
need_gxx_12
fetch_llvm clang-14 libclang-cpp14
cat >calls.c <<'END'
int get(int i);
int joined(void) { return   get(1); }
int broken(void) {
  return get
      (1);
}
END
{
  call_places "gcc C" gcc -x c calls.c
  call_places "gcc C++" g++ -x c++ calls.c
  call_places "clang-14 C" env LD_LIBRARY_PATH="$libraries" "$root/usr/lib/llvm-14/bin/clang" -x c calls.c
  call_places "clang-14 C++" env LD_LIBRARY_PATH="$libraries" "$root/usr/lib/llvm-14/bin/clang" -x c++ calls.c
} | tee seen
for name in "gcc C" "clang-14 C" "clang-14 C++"; do
  expect "$name: the name" grep -qx "$name: joined: get 2:29" seen
  expect "$name: the name's line" grep -qx "$name: broken: get 4:10" seen
done
expect "gcc C++: the bracket" grep -qx 'gcc C++: joined: get 2:32' seen
expect "gcc C++: the bracket's line" grep -qx 'gcc C++: broken: get 5:7' seen
finish
