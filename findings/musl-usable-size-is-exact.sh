#!/bin/sh
# musl: malloc_usable_size() returns the requested size, not the size of the block.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: musl-dev 1.2.3-1; the C library of the system as a control
# Guess:   malloc_usable_size() returns the size of the block. This is more than the requested size, unless the
#          requested size is a size class of the allocator: blocks of 1 byte are at least 16 bytes apart.
# Seen:    musl stores the number of unused bytes of each block, and subtracts this number. These are the requested and
#          the returned sizes:
#            C library: 1:24 17:24 100:104 5000:5000 apart
#            musl: 1:1 17:17 100:100 5000:5000 apart
#          ("apart": two blocks of 1 byte are 16 bytes or more apart.)
# Matters: profilers of allocations report the difference between the two sizes as internal waste. With musl, the
#          difference is zero, although there is waste. A program that extends a buffer to its usable size never does so
#          with musl.
. "$(dirname "$0")/common"

fetch musl-dev=1.2.3-1
cat >sizes.c <<'END'
#include <stdio.h>
#include <stdlib.h>
size_t malloc_usable_size(void *block);
int main(void) {
  static const size_t sizes[] = {1, 17, 100, 5000};
  char *first = malloc(1), *second = malloc(1);
  for (int i = 0; i < 4; i++) printf("%zu:%zu ", sizes[i], malloc_usable_size(malloc(sizes[i])));
  printf("%s\n", second - first >= 16 || first - second >= 16 ? "apart" : "dense");
  return 0;
}
END
compile -fno-builtin -o sizes sizes.c
musl=$root/usr/lib/x86_64-linux-musl
headers=$root/usr/include/x86_64-linux-musl
compile -fno-builtin -fno-stack-protector -nostdinc -isystem "$headers" -nostdlib -static -no-pie \
  -o musl-sizes "$musl/crt1.o" sizes.c "$musl/libc.a" -lgcc
{
  echo "C library: $(./sizes)"
  echo "musl: $(./musl-sizes)"
} | tee seen
expect "the C library returns the size of the block" grep -q '^C library: 1:24 17:24 100:104 ' seen
expect "musl returns the size asked for" grep -qx 'musl: 1:1 17:17 100:100 5000:5000 apart' seen
finish
