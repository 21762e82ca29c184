#!/bin/sh
# dwz: -m moves thread-local variables with their locations to the common file, into units without a language.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: dwz 0.15-1; gcc-12 12.2.0-14+deb12u1 and binutils 2.40-2 of the system
# Guess:   `dwz -m` moves types and declarations to the common file. Everything with a location stays in the program,
#          in a unit with a language.
# Seen:    the location of a thread-local variable is an offset, not an address. Therefore, the entry can be the same in
#          two programs, and dwz moves it like a type. The units of the common file are partial units, and have no
#          language (DW_AT_language). The unit in the program keeps its language, and imports the partial units. An
#          ordinary variable stays in the program. These are the units, and the variables with locations:
#            common: units 2, with a language 0, variables: depth own
#            first: units 2, with a language 2, variables: plain
#            second: units 2, with a language 2, variables: plain
# Matters: a profiler that reads the variables of a program finds no thread-local ones unless it also reads the
#          variables of imported units. For these, the language must come from the unit that imports: without it, the
#          profiler does not know how to write the type, nor the order of the dimensions of an array.
. "$(dirname "$0")/common"

need_gcc_12
fetch dwz=0.15-1 libelf1
cat >shared.c <<'END'
struct point { long x, y; struct point *next; int colour[4]; const char *name; };
__thread struct point *depth;
static __thread int own;
int plain;
int update(struct point *p) {
  p->next = depth;
  depth = p;
  return plain++ + own++;
}
END
cat >first.c <<'END'
struct point { long x, y; struct point *next; int colour[4]; const char *name; };
int update(struct point *p);
int main(void) {
  struct point p = {0};
  return update(&p);
}
END
sed 's/return/return 2 */' first.c >second.c
for program in first second; do
  gcc -O2 -g -o "$program" "$program.c" shared.c
done
LD_LIBRARY_PATH="$libraries" "$root/usr/bin/dwz" -m common -M common first second || cannot "dwz made no common file"
# content FILE: counts the units, and prints the variables that have a location and are not in a function. In a program,
# readelf shows the units of the common file, too, under another heading.
content() {
  readelf --debug-dump=info "$1" 2>/dev/null | awk -v file="$1" '
    function end() { if (variable && location) names = names " " name }
    /^Contents of/ { other = /loaded from/ && !index($0, "from " file ")") }
    other { next }
    /Abbrev Number/ { end(); variable = /<1>.*DW_TAG_variable/; location = 0; name = "?" }
    /DW_TAG_(compile|partial)_unit/ { units++ }
    /DW_AT_language/ { languages++ }
    /DW_AT_name/ { name = $NF }
    /DW_AT_location/ { location = 1 }
    END { end(); printf "units %d, with a language %d, variables:%s\n", units, languages, names }'
}
for file in common first second; do
  echo "$file: $(content "$file")"
done | tee seen
expect "the common file has the thread-local variables" grep -qx 'common: .*, variables: depth own' seen
expect "its units have no language" grep -qx 'common: units [1-9], with a language 0, .*' seen
expect "the program has the ordinary variable" grep -qx 'first: .*, variables: plain' seen
expect "its units have a language" grep -qx 'first: units \([1-9]\), with a language \1, .*' seen
finish
