#!/bin/sh
# Valgrind: a program cannot reserve 64 GB of address space, and gets EINVAL.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1
# Guess:   a mapping with PROT_NONE and MAP_NORESERVE costs nothing, so it works as without Valgrind. If it did not
#          work, the call would fail with ENOMEM, and Valgrind would print a message.
# Seen:    a mapping of 32 GB succeeds. A mapping of 64 GB fails with EINVAL, without a message, even under --tool=none,
#          which has no shadow memory:
#            native: 32 GB mapped, 64 GB mapped
#            under Valgrind: 32 GB mapped, 64 GB Invalid argument
# Matters: runtimes of garbage-collected languages, sanitizers, and databases reserve a large range at the start, and
#          later use parts of it. Under any Valgrind tool, they end with an error that suggests a wrong argument.
. "$(dirname "$0")/common"

fetch valgrind=1:3.19.0-1
cat >reserve.c <<'END'
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
int main(void) {
  for (size_t gigabytes = 32; gigabytes <= 64; gigabytes *= 2) {
    size_t size = gigabytes << 30;
    void *range = mmap(0, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    printf("%s%zu GB %s", gigabytes > 32 ? ", " : "", gigabytes, range == MAP_FAILED ? strerror(errno) : "mapped");
    if (range != MAP_FAILED) munmap(range, size);
  }
  return 0;
}
END
compile -o reserve reserve.c
native=$(./reserve)
[ "$native" = "32 GB mapped, 64 GB mapped" ] || cannot "this system limits address space: $native"
{
  echo "native: $native"
  echo "under Valgrind: $(run_valgrind -q --tool=none ./reserve 2>&1)"
} | tee seen
expect "64 GB fail with EINVAL and no message" grep -qx 'under Valgrind: 32 GB mapped, 64 GB Invalid argument' seen
finish
