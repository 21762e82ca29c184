#!/bin/sh
# mimalloc, tcmalloc and oneTBB: calloc() writes all of a large block that the kernel has just zeroed.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: libmimalloc2.0 2.0.9+ds-2, libtcmalloc-minimal4 2.10-1, libtbbmalloc2 2021.8.0-2+deb12u1; libjemalloc2
#          5.3.0-1 as a control
# Guess:   pages fresh from mmap() are zero, so calloc() of 64 MB in a new process touches hardly any page. Programs
#          therefore use calloc() for large sparse tables.
# Seen:    the guess is right for the C library and jemalloc. mimalloc, tcmalloc and oneTBB clear the block:
#            C library: calloc(64 MB) touches 0 MB
#            libjemalloc.so.2: calloc(64 MB) touches 0 MB
#            libmimalloc.so.2: calloc(64 MB) touches 64 MB
#            libtcmalloc_minimal.so.4: calloc(64 MB) touches 64 MB
#            libtbbmalloc_proxy.so.2: calloc(64 MB) touches 64 MB
# Matters: the pages are first touched by the thread that allocates, not by the thread that computes. Therefore, they
#          are placed on the node of the allocating thread, and the allocator has the cold misses. The source of the
#          program contains no loop that clears the block.
. "$(dirname "$0")/common"

fetch libmimalloc2.0=2.0.9+ds-2 libtcmalloc-minimal4=2.10-1 libtbbmalloc2=2021.8.0-2+deb12u1 libjemalloc2=5.3.0-1
cat >table.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static long resident(void) {
  long size = 0, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2) exit(2);
  fclose(file);
  return pages;
}
int main(void) {
  long before = (resident(), resident());
  char *volatile table = calloc(64 << 20, 1);
  long after = resident();
  if (!table) return 2;
  printf("%ld", (after - before) * 4 / 1024);
  return 0;
}
END
compile -O1 -fno-builtin -o table table.c
for library in '' libjemalloc.so.2 libmimalloc.so.2 libtcmalloc_minimal.so.4 libtbbmalloc_proxy.so.2; do
  echo "${library:-C library}: calloc(64 MB) touches $(preload "$library" ./table) MB"
done | tee seen
# With transparent huge pages the few pages that are touched can be 2 MB each.
expect "the C library: hardly any" grep -qxE 'C library: calloc\(64 MB\) touches [0-9] MB' seen
expect "jemalloc: hardly any" grep -qxE 'libjemalloc.so.2: calloc\(64 MB\) touches [0-9] MB' seen
expect "mimalloc: all" grep -qxE 'libmimalloc.so.2: calloc\(64 MB\) touches 6[4-9] MB' seen
expect "tcmalloc: all" grep -qxE 'libtcmalloc_minimal.so.4: calloc\(64 MB\) touches 6[4-9] MB' seen
expect "oneTBB: all" grep -qxE 'libtbbmalloc_proxy.so.2: calloc\(64 MB\) touches 6[4-9] MB' seen
finish
