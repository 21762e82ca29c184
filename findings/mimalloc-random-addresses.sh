#!/bin/sh
# mimalloc: addresses differ from run to run although the kernel does not randomise them.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: libmimalloc2.0 2.0.9+ds-2; libjemalloc2 5.3.0-1 as a control
# Guess:   under `setarch -R` the kernel places all mappings at the same addresses, so a program that allocates the
#          same blocks gets the same addresses in each run.
# Seen:    mimalloc requests random addresses, so 8 runs have several first addresses. With the C library and jemalloc,
#          all runs have the same first address:
#            C library: 1 different in 8 runs
#            libjemalloc.so.2: 1 different in 8 runs
#            libmimalloc.so.2: 8 different in 8 runs
# Matters: users disable address randomisation to make two profiles comparable. With mimalloc, the addresses still
#          differ between runs, and with them the cache sets (if address bits above the page select the set) and the
#          pages in a memory map.
. "$(dirname "$0")/common"

fetch libmimalloc2.0=2.0.9+ds-2 libjemalloc2=5.3.0-1
cat >first.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  printf("%p\n", malloc(100));
  return 0;
}
END
compile -fno-builtin -o first first.c
setarch x86_64 -R true 2>/dev/null || cannot "setarch -R is not permitted here"
for library in '' libjemalloc.so.2 libmimalloc.so.2; do
  n=$(for _ in 1 2 3 4 5 6 7 8; do preload "$library" setarch x86_64 -R ./first; done | sort -u | grep -c .)
  echo "${library:-C library}: $n different in 8 runs"
done | tee seen
expect "the C library: one" grep -qx 'C library: 1 different in 8 runs' seen
expect "jemalloc: one" grep -qx 'libjemalloc.so.2: 1 different in 8 runs' seen
expect "mimalloc: several" grep -qx 'libmimalloc.so.2: [2-8] different in 8 runs' seen
finish
