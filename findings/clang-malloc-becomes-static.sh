#!/bin/sh
# clang: a call of malloc() becomes a static array, which debug information does not describe.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: clang-14 1:14.0.6-12; gcc 12 of the system as a control
# Guess:   a program that calls malloc() once at its start, and keeps the result in a static pointer, has one heap
#          block. A compiler may remove a block that is never read, but the program reads and writes this block during
#          the whole run.
# Seen:    with -O2, clang replaces the block and the pointer by an array NAME.body in .bss. The object file no longer
#          refers to malloc, and the entry of the variable in the debug information has no address:
#            clang-14 -O2: calls of malloc: 0, symbols: pool.body, addresses of pool: 0
#            clang-14 -O0: calls of malloc: 1, symbols: pool, addresses of pool: 1
#            gcc -O2: calls of malloc: 1, symbols: pool, addresses of pool: 1
# Matters: a heap profile does not contain the block, and the misses belong to a symbol that is in no source file. A
#          build of the same program by gcc has a heap block. Therefore, the profiles of the two builds cannot be
#          compared.
. "$(dirname "$0")/common"

need_gcc_12
fetch_llvm clang-14 libclang-cpp14
cat >pool.c <<'END'
void *malloc(unsigned long size);
static int *pool;
void start(void) { pool = malloc(400); }
int get(int i) { return pool[i]; }
void put(int i, int value) { pool[i] = value; }
END
# look NAME COMMAND...: compiles the program, and prints what is left of the call and of the variable.
look() {
  name=$1
  shift
  "$@" -g -c -o pool.o pool.c || cannot "$name does not compile"
  # The entry of the variable ends where the next begins.
  addresses=$(readelf --debug-dump=info pool.o 2>/dev/null | awk '
    /Abbrev Number/ { entry = /DW_TAG_variable/ }
    entry && /DW_AT_location/ { n++ }
    END { print n + 0 }')
  echo "$name: calls of malloc: $(nm pool.o | grep -c ' U malloc$' || :)," \
    "symbols: $(nm pool.o | sed -n 's/.* b //p'), addresses of pool: $addresses"
}
{
  look "clang-14 -O2" env LD_LIBRARY_PATH="$libraries" "$root/usr/lib/llvm-14/bin/clang" -O2
  look "clang-14 -O0" env LD_LIBRARY_PATH="$libraries" "$root/usr/lib/llvm-14/bin/clang" -O0
  look "gcc -O2" gcc -O2 -fno-pie
} | tee seen
expect "clang -O2 has an array" \
  grep -qx 'clang-14 -O2: calls of malloc: 0, symbols: pool.body, addresses of pool: 0' seen
expect "clang -O0 has the call" grep -qx 'clang-14 -O0: calls of malloc: 1, symbols: pool, addresses of pool: 1' seen
expect "gcc -O2 has the call" grep -qx 'gcc -O2: calls of malloc: 1, symbols: pool, addresses of pool: 1' seen
finish
