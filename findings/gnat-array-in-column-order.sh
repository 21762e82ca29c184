#!/bin/sh
# gnat: two arrays of a unit can differ in the order of their dimensions, and only DW_AT_ordering shows it.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: gnat-12 12.2.0-14+deb12u1; gcc-12 12.2.0-14+deb12u1 and binutils 2.40-2 of the system
# Guess:   the language of a unit gives the order of the dimensions of its arrays: column-major for Fortran, row-major
#          for other languages. If an array has the other order, the compiler describes its dimensions in reverse.
# Seen:    `pragma Convention (Fortran)` makes an Ada array column-major. Its dimensions are described in the order of
#          the source, as the dimensions of a row-major array are. The only difference is the attribute DW_AT_ordering,
#          which gnat writes for both arrays, and gcc does not write for arrays in C. The arrays have two rows and three
#          columns. The dimensions are the upper bounds; the lower bounds are 1 in Ada, and 0 in C. `marked` is the
#          offset, in elements, of the second element of the first row:
#            gnat: by_rows: dimensions 2 3, ordering row, marked 1
#            gnat: by_columns: dimensions 2 3, ordering column, marked 2
#            gcc: in_c: dimensions 1 2, ordering none, marked 1
# Matters: a profiler that infers the order from the language attributes misses to wrong elements. It also finds a
#          stride in loops that have none, and suggests that they be exchanged. Ada programs use this convention for
#          matrices that they pass to Fortran libraries.
. "$(dirname "$0")/common"

need_gcc_12
fetch gnat-12=12.2.0-14+deb12u1 libgnat-12 libmpc3 libmpfr6 libgmp10 libisl23
cat >grids.ads <<'END'
package Grids is
   type Rows is array (1 .. 2, 1 .. 3) of Integer;
   type Columns is array (1 .. 2, 1 .. 3) of Integer;
   pragma Convention (Fortran, Columns);
   By_Rows : Rows;
   By_Columns : Columns;
   procedure Mark;
   pragma Export (C, Mark, "mark_in_ada");
end Grids;
END
cat >grids.adb <<'END'
package body Grids is
   procedure Mark is
   begin
      By_Rows (1, 2) := 1;
      By_Columns (1, 2) := 1;
   end Mark;
end Grids;
END
cat >main.c <<'END'
#include <stdio.h>
int in_c[2][3];
extern int grids__by_rows[6], grids__by_columns[6];
void mark_in_ada(void);
static int marked(const int *elements) {
  int i = 0;
  while (i < 6 && !elements[i]) i++;
  return i;
}
int main(void) {
  mark_in_ada();
  in_c[0][1] = 1;
  printf("by_rows %d\nby_columns %d\nin_c %d\n", marked(grids__by_rows), marked(grids__by_columns), marked(in_c[0]));
  return 0;
}
END
gnat=$root/usr/lib/gcc/x86_64-linux-gnu/12
LD_LIBRARY_PATH=$libraries gcc "-B$gnat/" "--RTS=$gnat" -gnatp -g -c grids.adb || cannot "gnat does not compile"
gcc -g -c main.c
gcc -o grids main.o grids.o
./grids >offsets
# array COMPILER FILE VARIABLE: prints what the debug information of that file has for the type of the variable, and the
# offset of the marked element. The names of types are typedefs in Ada.
array() {
  readelf --debug-dump=info "$2" | awk -v variable="$3" -v head="$1: $3" -v file=offsets '
    BEGIN { while ((getline line < file) > 0) { split(line, field, " "); offset[field[1]] = field[2] } }
    /Abbrev Number/ {
      place = $1; gsub(/^<[0-9a-f]+><|>:$/, "", place)
      if (/DW_TAG_subrange/) subrange = 1
      else { entry = place; subrange = 0 }
    }
    /DW_AT_name/ && !subrange { if ($NF ~ "(^|__)" variable "$") wanted = entry }
    /DW_AT_type/ && !subrange { sub(/.*<0x/, ""); sub(/>.*/, ""); type[entry] = $0 }
    /DW_AT_ordering/ { ordering[entry] = /row/ ? "row" : "column" }
    /DW_AT_upper_bound/ && subrange { bounds[entry] = bounds[entry] " " $NF }
    END {
      at = type[wanted]
      if (!(at in bounds)) at = type[at]
      printf "%s: dimensions%s, ordering %s, marked %s\n", head, bounds[at], at in ordering ? ordering[at] : "none", \
        offset[variable]
    }'
}
{
  array gnat grids.o by_rows
  array gnat grids.o by_columns
  array gcc main.o in_c
} | tee seen
expect "a row-major array has the attribute" \
  grep -qx 'gnat: by_rows: dimensions 2 3, ordering row, marked 1' seen
expect "a column-major array differs in the attribute only" \
  grep -qx 'gnat: by_columns: dimensions 2 3, ordering column, marked 2' seen
expect "arrays in C have no such attribute" grep -qx 'gcc: in_c: dimensions 1 2, ordering none, marked 1' seen
finish
