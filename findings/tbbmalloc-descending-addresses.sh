#!/bin/sh
# oneTBB: consecutive allocations have descending addresses.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: libtbbmalloc2 2021.8.0-2+deb12u1; libjemalloc2 5.3.0-1, libmimalloc2.0 2.0.9+ds-2 and libtcmalloc-minimal4
#          2.10-1 as controls
# Guess:   in a new process, consecutive blocks of equal size have ascending addresses.
# Seen:    the guess is right for jemalloc, mimalloc and tcmalloc. oneTBB allocates blocks from the end of a 16 KB
#          piece. These are the directions of 999 steps from one block of 64 bytes to the next:
#            libjemalloc.so.2: 999 up, 0 down
#            libmimalloc.so.2: 999 up, 0 down
#            libtcmalloc_minimal.so.4: 999 up, 0 down
#            libtbbmalloc_proxy.so.2: 0 up, 996 down
# Matters: a program that follows a list in the order of allocation goes backwards in memory. Next-line prefetchers, in
#          hardware and in simulators, save misses with the other allocators, and save none with oneTBB.
. "$(dirname "$0")/common"

fetch libtbbmalloc2=2021.8.0-2+deb12u1 libjemalloc2=5.3.0-1 libmimalloc2.0=2.0.9+ds-2 libtcmalloc-minimal4=2.10-1
cat >steps.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int up = 0, down = 0;
  char *last = malloc(64);
  for (int i = 0; i < 999; i++) {
    char *block = malloc(64);
    up += block == last + 64;
    down += block == last - 64;
    last = block;
  }
  printf("%d up, %d down\n", up, down);
  return 0;
}
END
compile -O1 -fno-builtin -o steps steps.c
for library in libjemalloc.so.2 libmimalloc.so.2 libtcmalloc_minimal.so.4 libtbbmalloc_proxy.so.2; do
  echo "$library: $(preload "$library" ./steps)"
done | tee seen
for library in libjemalloc.so.2 libmimalloc.so.2 libtcmalloc_minimal.so.4; do
  expect "$library: upwards" grep -qx "$library: 999 up, 0 down" seen
done
expect "oneTBB: downwards" grep -qx 'libtbbmalloc_proxy.so.2: 0 up, 99[0-9] down' seen
finish
