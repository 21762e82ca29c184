#!/bin/sh
# mimalloc: a freed block is reused last.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: libmimalloc2.0 2.0.9+ds-2; libjemalloc2 5.3.0-1 and libtcmalloc-minimal4 2.10-1 as controls
# Guess:   in every fast allocator, malloc() after free() of the same size returns the freed block, because this block
#          is in the cache. Therefore, a loop that uses one block at a time uses one address.
# Seen:    mimalloc collects freed blocks in a second list, and uses this list when the first list is empty. With the C
#          library, jemalloc and tcmalloc, 20000 iterations of free(malloc(16)) use one address. With mimalloc, they use
#          all blocks of 4 KB:
#            C library: 1 address
#            libjemalloc.so.2: 1 address
#            libtcmalloc_minimal.so.4: 1 address
#            libmimalloc.so.2: 256 addresses in 4096 bytes
# Matters: a loop with short-lived blocks has a working set of one line with the other allocators, and of 64 lines with
#          mimalloc, although the program is the same and never has two blocks at a time.
. "$(dirname "$0")/common"

fetch libmimalloc2.0=2.0.9+ds-2 libjemalloc2=5.3.0-1 libtcmalloc-minimal4=2.10-1
cat >turns.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static uintptr_t seen[20000];
static int compare(const void *a, const void *b) {
  uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;
  return x < y ? -1 : x > y;
}
int main(void) {
  int n = 1;
  for (int i = 0; i < 20000; i++) {
    void *block = malloc(16);
    seen[i] = (uintptr_t)block;
    free(block);
  }
  qsort(seen, 20000, sizeof seen[0], compare);
  for (int i = 1; i < 20000; i++) n += seen[i] != seen[i - 1];
  if (n == 1) puts("1 address");
  else printf("%d addresses in %zu bytes\n", n, (size_t)(seen[19999] - seen[0]) + 16);
  return 0;
}
END
compile -O1 -fno-builtin -o turns turns.c
for library in '' libjemalloc.so.2 libtcmalloc_minimal.so.4 libmimalloc.so.2; do
  echo "${library:-C library}: $(preload "$library" ./turns)"
done | tee seen
expect "the C library: one" grep -qx 'C library: 1 address' seen
expect "jemalloc: one" grep -qx 'libjemalloc.so.2: 1 address' seen
expect "tcmalloc: one" grep -qx 'libtcmalloc_minimal.so.4: 1 address' seen
expect "mimalloc: all of a page" grep -qx 'libmimalloc.so.2: 256 addresses in 4096 bytes' seen
finish
