#!/bin/sh
# Valgrind and glibc: the length of $TMPDIR changes the number of instructions that a program executes.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1, with the system's C library
# Guess:   a program that reads no environment variable and no file executes the same instructions in each run, whatever
#          the options of Valgrind's debugger server are.
# Seen:    pthread_getattr_np() of the main thread reads /proc/self/maps, which also lists Valgrind's own mappings. One
#          of them is the pipe of the debugger server, whose path contains $TMPDIR, the process id, the user and the
#          host. These are the instructions that lackey counts (the numbers depend on the C library, but their order
#          does not):
#            no debugger server: 212313
#            short TMPDIR: 214562
#            long TMPDIR: 214622
# Matters: profiles of the same program differ between users, hosts and folders. They also differ between runs if the
#          number of digits of the process id differs. Runtimes that look for the bounds of the stack make this call;
#          Rust's standard library makes it at each start. With --vgdb=no, the counts repeat.
. "$(dirname "$0")/common"

fetch valgrind=1:3.19.0-1
cat >stack.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
int main(void) {
  pthread_attr_t attributes;
  return pthread_getattr_np(pthread_self(), &attributes);
}
END
compile -O1 -pthread -o stack stack.c
# count FOLDER PADDING OPTION...: the program's instructions with that $TMPDIR. The padding keeps the size of the
# environment.
count() (
  TMPDIR=$folder/$1
  PADDING=$2
  export TMPDIR PADDING
  mkdir -p "$TMPDIR"
  shift 2
  run_valgrind --tool=lackey "$@" ./stack 2>&1 | awk '/guest instrs: / { gsub(",", "", $4); print $4 }'
)
long_name=a-folder-with-a-name-that-is-very-long-so-that-there-is-much-to-read
none=$(count t $long_name --vgdb=no)
none_long=$(count $long_name t --vgdb=no)
short=$(count t $long_name)
long=$(count $long_name t)
echo "no debugger server: $none"
echo "short TMPDIR: $short"
echo "long TMPDIR: $long"
expect "without the server, the folder does not matter" test "$none" -eq "$none_long"
expect "the server's pipe adds instructions" test "$short" -gt "$none"
expect "a longer path adds more" test "$long" -gt "$short"
finish
