#!/bin/sh
# talloc: the user's data begin 96 bytes after what malloc() returned.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: libtalloc2 2.4.0-f2; obstacks of the system's C library as a control
# Guess:   an allocator on top of malloc() has a header of one or two words. talloc's has links to a parent, a child
#          and two neighbours, a name, and a size: 48 bytes.
# Seen:    obstacks have 16 bytes. talloc has 96, also for a block of one byte without a parent, a child, or a name:
#            obstack, 1 byte: data 16 bytes after the beginning
#            talloc, 1 byte: data 96 bytes after the beginning, malloc(97)
#            talloc, child of 1 byte: data 96 bytes after the beginning, malloc(97)
#            talloc, 1000 bytes: data 96 bytes after the beginning, malloc(1096)
# Matters: small data lie in another cache line than the beginning of their block, and most bytes of a heap of small
#          blocks are headers. A profiler that takes its blocks from malloc() gives the first field of a structure the
#          offset 96.
. "$(dirname "$0")/common"

fetch libtalloc2=2.4.0-f2
cat >blocks.c <<'END'
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
void *talloc_named_const(const void *parent, size_t size, const char *name);
void *__libc_malloc(size_t size);
static char *block;
static size_t block_size;
void *malloc(size_t size) {
  block_size = size;
  return block = __libc_malloc(size);
}
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
static void *talloc(const char *what, void *parent, size_t size) {
  char *data = talloc_named_const(parent, size, 0);
  int offset = (int)(data - block), all = (int)block_size;
  printf("talloc, %s: data %d bytes after the beginning, malloc(%d)\n", what, offset, all);
  return data;
}
int main(void) {
  static struct obstack obstack;
  obstack_init(&obstack);
  char *data = obstack_alloc(&obstack, 1);
  int offset = (int)(data - block);
  printf("obstack, 1 byte: data %d bytes after the beginning\n", offset);
  talloc("child of 1 byte", talloc("1 byte", 0, 1), 1);
  talloc("1000 bytes", 0, 1000);
  return 0;
}
END
compile -O1 -fno-builtin -o blocks blocks.c "$libraries/libtalloc.so.2"
LD_LIBRARY_PATH=$libraries ./blocks | tee seen
expect "obstacks: 16 bytes" grep -qx 'obstack, 1 byte: data 16 bytes after the beginning' seen
expect "talloc, 1 byte: 96" grep -qx 'talloc, 1 byte: data 96 bytes after the beginning, malloc(97)' seen
expect "talloc, a child: 96" grep -qx 'talloc, child of 1 byte: data 96 bytes after the beginning, malloc(97)' seen
expect "talloc, 1000 bytes: 96" grep -qx 'talloc, 1000 bytes: data 96 bytes after the beginning, malloc(1096)' seen
finish
