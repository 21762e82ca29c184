#!/bin/sh
# Valgrind: variables outside .data, .sdata, .bss and the like have no symbol, but functions outside .text have one.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1
# Guess:   the core reads every symbol of the symbol table that is in a loaded segment, whatever the name of its section
#          is.
# Seen:    the core has a list of names of data sections. It reads a variable in another section from the table ("raw
#          symbol"), and then omits it (no "rec"), without a message. It keeps functions in other sections. These are
#          the symbols of the program, and the core's decision:
#            plain: kept
#            in_large_bss: left out
#            in_large_data: left out
#            in_own_section: left out
#            function_in_own_section: kept
#          With -mcmodel=medium, gcc uses the sections .lbss and .ldata for all arrays of 64 KB and more.
# Matters: -mcmodel=medium is for programs with large static arrays, and exactly these arrays lose their names. Other
#          special sections are common for per-CPU data, for plug-in tables, and in Go (.noptrbss).
. "$(dirname "$0")/common"

fetch valgrind=1:3.19.0-1
cat >sections.c <<'END'
int plain[100];
int in_large_bss[100000] __attribute__((section(".lbss,\"awl\",@nobits#")));
int in_large_data[100000] __attribute__((section(".ldata,\"awl\"#"))) = {1};
int in_own_section[100] __attribute__((section("own_data"))) = {1};
__attribute__((section("own_text"))) int function_in_own_section(int i) {
  return plain[i] + in_own_section[i];
}
int main(int argc, char **argv) {
  (void)argv;
  return function_in_own_section(argc) * 0;
}
END
compile -no-pie -fno-pie -o sections sections.c
nm sections >table
run_valgrind --tool=none --trace-symtab=yes --trace-symtab-patt='*/sections' ./sections >trace 2>&1
for symbol in plain in_large_bss in_large_data in_own_section function_in_own_section; do
  grep -q " $symbol\$" table || cannot "the compiler made no symbol $symbol"
  if grep -q "rec(.*[ ]$symbol\$" trace; then echo "$symbol: kept"; else echo "$symbol: left out"; fi
done | tee seen
expect "variables in .bss are kept" grep -qx 'plain: kept' seen
expect "variables in .lbss are left out" grep -qx 'in_large_bss: left out' seen
expect "variables in .ldata are left out" grep -qx 'in_large_data: left out' seen
expect "variables in other sections are left out" grep -qx 'in_own_section: left out' seen
expect "functions in other sections are kept" grep -qx 'function_in_own_section: kept' seen
finish
