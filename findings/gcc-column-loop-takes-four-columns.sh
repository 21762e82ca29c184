#!/bin/sh
# gcc: at -O2, an innermost loop down a column of an array can go down four columns at once.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: gcc-12 12.2.0-14+deb12u1 of the system; clang-14 1:14.0.6-12 as a control
# Guess:   -O2 has the cost model "very-cheap", and the elements of a column are not next to each other. Therefore, such
#          a loop loads one element in each iteration, as the source says.
# Seen:    if the number of columns is known, and divisible by four, gcc makes vectors of the loop around it. Each
#          iteration of the innermost loop then loads and stores four columns. With one column less, or with clang, each
#          instruction takes one element. Instructions that load or store single elements, and four elements:
#            gcc -O2, 32 columns: 0 single, 2 of four
#            gcc -O2, 31 columns: 8 single, 0 of four
#            gcc -O2 -fno-tree-loop-vectorize, 32 columns: 2 single, 0 of four
#            clang-14 -O2, 32 columns: 4 single, 0 of four
# Matters: a memory profile has a quarter of the references that the source line suggests. A count of references for each
#          miss seems to show that the loop uses 4 bytes of each line, but it uses 16. A vector can also lie on two
#          lines. A change of the number of columns by one changes the counts by a factor of four.
. "$(dirname "$0")/common"

need_gcc_12
fetch_llvm clang-14 libclang-cpp14
cat >columns.c <<'END'
float field[700][18][34], result[700][18][34];
void smooth(void) {
  for (int y = 0; y < 18; y++)
    for (int z = 1; z < 1 + COLUMNS; z++)
      for (int x = 0; x < 700; x++) result[x][y][z] = field[x][y][z] * 2;
}
END

# references_of TITLE COLUMNS COMPILER ARGUMENT...: prints the numbers of instructions that load or store one element, and
# four elements.
references_of() {
  title=$1 columns=$2
  shift 2
  "$@" -DCOLUMNS="$columns" -c -o columns.o columns.c
  objdump -d --no-show-raw-insn columns.o >code
  echo "$title, $columns columns: $(grep -cE 'movss.*\(' code) single, $(grep -cE 'mov[ua]ps.*\(' code) of four"
}

{
  references_of "gcc -O2" 32 gcc -O2
  references_of "gcc -O2" 31 gcc -O2
  references_of "gcc -O2 -fno-tree-loop-vectorize" 32 gcc -O2 -fno-tree-loop-vectorize
  references_of "clang-14 -O2" 32 env LD_LIBRARY_PATH="$libraries" "$root/usr/lib/llvm-14/bin/clang" -O2
} | tee seen
expect "gcc: four columns at once" grep -qx 'gcc -O2, 32 columns: 0 single, 2 of four' seen
expect "gcc, 31 columns: one column" grep -qxE 'gcc -O2, 31 columns: [1-9][0-9]* single, 0 of four' seen
expect "gcc without vectors of loops: one column" \
  grep -qxE 'gcc -O2 -fno-tree-loop-vectorize, 32 columns: [1-9][0-9]* single, 0 of four' seen
expect "clang: one column" grep -qxE 'clang-14 -O2, 32 columns: [1-9][0-9]* single, 0 of four' seen
finish
