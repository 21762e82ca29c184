#!/bin/sh
# Valgrind: /proc/thread-self and the names of the process are those of the tool.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1
# Guess:   a program under Valgrind cannot detect the tool in /proc. The core replaces /proc/self/exe and
#          /proc/self/cmdline. Therefore, it also replaces /proc/thread-self, which is the same process.
# Seen:    the core replaces only the paths with "self" and with the process id. Other files, such as those in
#          /proc/thread-self and comm, describe Valgrind (FOLDER is the folder with the unpacked package):
#            /proc/self/exe: FOLDER/names
#            /proc/thread-self/exe: FOLDER/root/usr/libexec/valgrind/none-amd64-linux
#            /proc/self/cmdline: ./names
#            /proc/thread-self/cmdline: FOLDER/root/usr/bin/valgrind.bin
#            /proc/self/comm: none-amd64-linu
# Matters: some code finds its files, its build id or its debug information through thread-self. Some tools, such as
#          perf, match samples to programs by comm. Both mistake the tool for the program.
. "$(dirname "$0")/common"

fetch valgrind=1:3.19.0-1
cat >names.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void link_of(const char *path) {
  char target[4096] = "";
  if (readlink(path, target, sizeof target - 1) > 0) printf("%s: %s\n", path, target);
}
static void text_of(const char *path) {
  char text[4096] = "";
  FILE *file = fopen(path, "r");
  if (file && fgets(text, sizeof text, file)) printf("%s: %.*s\n", path, (int)strcspn(text, "\n"), text);
  if (file) fclose(file);
}
int main(void) {
  link_of("/proc/self/exe");
  link_of("/proc/thread-self/exe");
  text_of("/proc/self/cmdline");
  text_of("/proc/thread-self/cmdline");
  text_of("/proc/self/comm");
  return 0;
}
END
compile -o names names.c
real=$(pwd -P)
run_valgrind -q --tool=none ./names | sed "s|$real|FOLDER|; s|$folder|FOLDER|" | tee seen
expect "self/exe is the program" grep -qx '/proc/self/exe: FOLDER/names' seen
expect "thread-self/exe is the tool" grep -qx '/proc/thread-self/exe: .*/libexec/valgrind/none-amd64-linux' seen
expect "self/cmdline is the program's" grep -qx '/proc/self/cmdline: ./names' seen
expect "thread-self/cmdline is the launcher's" grep -qx '/proc/thread-self/cmdline: .*/valgrind.bin' seen
expect "comm is the tool's" grep -qx '/proc/self/comm: none-amd64-linu' seen
finish
