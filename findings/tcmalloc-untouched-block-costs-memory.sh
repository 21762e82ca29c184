#!/bin/sh
# tcmalloc: malloc() of a large block that is never touched writes memory in proportion to its size.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: libtcmalloc-minimal4 2.10-1; libjemalloc2 5.3.0-1, libmimalloc2.0 2.0.9+ds-2 as controls
# Guess:   an allocator registers the two ends of a large block, or its first page, so malloc() of 8 GB writes only a
#          few pages if the program does not touch the block, like malloc() of 8 MB.
# Seen:    tcmalloc has a table with 8 bytes for each page of 8 KB, and writes all entries for the block: 8 MB for a
#          block of 8 GB. These are the numbers of pages that malloc(8 GB) touches:
#            C library: 1
#            libjemalloc.so.2: 26
#            libmimalloc.so.2: 8
#            libtcmalloc_minimal.so.4: 2081
# Matters: a call that appears to cost nothing stores 8 MB, and these stores evict the program's data from the caches. A
#          profile shows the stores as misses of malloc() on data without a name.
. "$(dirname "$0")/common"

fetch libtcmalloc-minimal4=2.10-1 libjemalloc2=5.3.0-1 libmimalloc2.0=2.0.9+ds-2
cat >large.c <<'END'
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
  char *volatile block = malloc(8l << 30);
  long after = resident();
  if (!block) return 2;
  printf("%ld\n", after - before);
  return 0;
}
END
compile -O1 -fno-builtin -o large large.c
for library in '' libjemalloc.so.2 libmimalloc.so.2 libtcmalloc_minimal.so.4; do
  touched=$(preload "$library" ./large) || cannot "this system does not give 8 GB of address space"
  echo "${library:-C library}: $touched"
done >seen
cat seen
[ "$(grep -c . seen)" -eq 4 ] || cannot "this system does not give 8 GB of address space"
# With transparent huge pages the few pages that are touched can be 512 each.
few='([0-9]{1,3}|10[0-9]{2})'
expect "the C library: few" grep -qxE "C library: $few" seen
expect "jemalloc: few" grep -qxE "libjemalloc.so.2: $few" seen
expect "mimalloc: few" grep -qxE "libmimalloc.so.2: $few" seen
expect "tcmalloc: 2000 and more" grep -qxE 'libtcmalloc_minimal.so.4: [2-9][0-9]{3}' seen
finish
