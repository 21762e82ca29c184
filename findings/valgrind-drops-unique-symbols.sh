#!/bin/sh
# Valgrind: inline variables, static members of templates, and static variables of inline functions have no symbol.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1; g++-12 12.2.0-14+deb12u1 and binutils 2.40-2 of the system
# Guess:   the core reads the symbol of every variable in .data and .bss, whether its binding is local, global or weak.
# Seen:    g++ gives a fourth binding, STB_GNU_UNIQUE, to variables that several files can define. The core reads their
#          symbols ("raw symbol"), and then omits them (no "rec"), without a message. Inline functions are weak, and
#          the core keeps them. With -fno-gnu-unique, the variables are weak, too, and the core keeps all of them. These
#          are the symbols of the program, and the core's decision:
#            g++: ordinary variable: kept
#            g++: weak variable: kept
#            g++: inline function: kept
#            g++: inline variable: left out
#            g++: static member of a template: left out
#            g++: static variable of an inline function: left out
#            -fno-gnu-unique: inline variable: kept
# Matters: libraries that consist of headers have their tables, caches and counters in such variables. A tool that names
#          data by the core's symbols reports the misses of these variables without a name.
. "$(dirname "$0")/common"

need_gxx_12
fetch valgrind=1:3.19.0-1
cat >unique.cc <<'END'
inline int inline_variable[100] = {1};
template <class T> struct Pool { static int slots[50]; };
template <class T> int Pool<T>::slots[50];
inline int inline_function(int i) {
  static int memo[25];
  return memo[i]++;
}
__attribute__((weak)) int weak_variable[10];
int ordinary_variable[10];
int main(int argc, char **) {
  int sum = inline_variable[argc] + Pool<int>::slots[argc] + inline_function(argc);
  return sum + weak_variable[argc] + ordinary_variable[argc] > 1000;
}
END
cat >symbols <<'END'
ordinary_variable ordinary variable
weak_variable weak variable
_Z15inline_functioni inline function
inline_variable inline variable
_ZN4PoolIiE5slotsE static member of a template
_ZZ15inline_functioniE4memo static variable of an inline function
END
# decisions NAME OPTION...: compiles with these options, and prints the core's decision for each symbol.
decisions() {
  name=$1
  shift
  g++ -std=c++17 -O0 "$@" -o unique unique.cc || cannot "$name does not compile"
  nm unique >table
  run_valgrind --tool=none --trace-symtab=yes --trace-symtab-patt='*/unique' ./unique >trace 2>&1
  while read -r symbol what; do
    grep -q " $symbol\$" table || cannot "$name made no symbol $symbol"
    if grep -q "rec(.*[ ]$symbol\$" trace; then echo "$name: $what: kept"; else echo "$name: $what: left out"; fi
  done <symbols
}
{
  decisions g++
  decisions -fno-gnu-unique -fno-gnu-unique
} | tee seen
for kind in 'ordinary variable' 'weak variable' 'inline function'; do
  expect "g++: kept: $kind" grep -qx "g++: $kind: kept" seen
done
for kind in 'inline variable' 'static member of a template' 'static variable of an inline function'; do
  expect "g++: left out: $kind" grep -qx "g++: $kind: left out" seen
  expect "-fno-gnu-unique: kept: $kind" grep -qx -e "-fno-gnu-unique: $kind: kept" seen
done
finish
