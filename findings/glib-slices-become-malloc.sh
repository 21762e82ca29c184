#!/bin/sh
# GLib and Valgrind: under Valgrind, GLib takes each small block from malloc() instead of its own pages.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: libglib2.0-0 2.74.6-2+deb12u9 and valgrind 1:3.19.0-1, with the system's C library
# Guess:   a library allocates in the same way with and without Valgrind, at least under a tool that does not replace
#          malloc(). The code that a cache simulator measures is the code that runs without it.
# Seen:    GLib detects Valgrind. Natively, slices of one size are next to each other. Under Valgrind, each slice is a
#          block of malloc(). If the environment contains an empty $G_SLICE, GLib does not do this. These are the
#          distances between four consecutive slices of 48 bytes, in bytes:
#            native: 48 48 48
#            under Valgrind: 64 64 64
#            under Valgrind, empty G_SLICE: 48 48 48
#            native, G_SLICE=always-malloc: 64 64 64
# Matters: the elements of lists and queues, events and other small objects of GLib programs are slices. A simulator
#          under Valgrind measures a layout with larger distances, and the code of another allocator. No option of
#          Valgrind's core or of its tools selects this layout, and no message reports it.
. "$(dirname "$0")/common"

fetch libglib2.0-0=2.74.6-2+deb12u9 valgrind=1:3.19.0-1 libpcre2-8-0
cat >slices.c <<'END'
#include <stdio.h>
void *g_slice_alloc(unsigned long size);
int main(void) {
  char *slices[4];
  for (int i = 0; i < 4; i++) slices[i] = g_slice_alloc(48);
  for (int i = 1; i < 4; i++) printf("%s%ld", i > 1 ? " " : "", (long)(slices[i] - slices[i - 1]));
  puts("");
  return 0;
}
END
compile -o slices slices.c "$libraries/libglib-2.0.so.0" -Wl,--unresolved-symbols=ignore-in-shared-libs
LD_LIBRARY_PATH=$libraries
export LD_LIBRARY_PATH
unset G_SLICE
{
  echo "native: $(./slices)"
  echo "under Valgrind: $(run_valgrind -q --tool=none ./slices)"
  G_SLICE=
  export G_SLICE
  echo "under Valgrind, empty G_SLICE: $(run_valgrind -q --tool=none ./slices)"
  G_SLICE=always-malloc
  echo "native, G_SLICE=always-malloc: $(./slices)"
} | tee seen
expect "slices are next to each other" grep -qx 'native: 48 48 48' seen
expect "under Valgrind, they are blocks of malloc()" grep -qx 'under Valgrind: 64 64 64' seen
expect "an empty G_SLICE keeps the slices" grep -qx 'under Valgrind, empty G_SLICE: 48 48 48' seen
expect "blocks of malloc() have this distance" grep -qx 'native, G_SLICE=always-malloc: 64 64 64' seen
finish
