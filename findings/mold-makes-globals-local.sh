#!/bin/sh
# mold: global functions and variables are local symbols in an executable.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: mold 1.10.1+dfsg-1; GNU ld of the system as a control
# Guess:   a linker keeps the binding of what it puts into .symtab: a variable without `static` is GLOBAL, one with
#          `static` is LOCAL.
# Seen:    mold writes all symbols that the executable does not export as LOCAL, main() too, so that the two variables
#          look alike, in `nm` as well as in `readelf`:
#            GNU ld: main GLOBAL, shared GLOBAL, own LOCAL
#            mold: main LOCAL, shared LOCAL, own LOCAL
# Matters: a profiler that uses the binding to tell variables of the same name apart, or to choose one of several
#          symbols at an address, finds no difference. The debug information still has DW_AT_external.
. "$(dirname "$0")/common"

fetch mold=1.10.1+dfsg-1
cat >names.c <<'END'
int shared[100];
static int own[100];
int main(int argc, char **argv) {
  (void)argv;
  own[argc] = shared[argc] = 1;
  return own[0];
}
END
mkdir mold
ln -s "$root/usr/bin/mold" mold/ld
# bindings NAME ARGUMENT...: links the program, and prints the bindings.
bindings() {
  name=$1
  shift
  compile -o names names.c "$@"
  readelf -sW names | awk -v name="$name" '
    $8 == "main" || $8 == "shared" || $8 == "own" { binding[$8] = $5 }
    END { printf "%s: main %s, shared %s, own %s\n", name, binding["main"], binding["shared"], binding["own"] }'
}
{
  bindings "GNU ld"
  bindings mold "-B$folder/mold"
} | tee seen
expect "GNU ld keeps the binding" grep -qx 'GNU ld: main GLOBAL, shared GLOBAL, own LOCAL' seen
expect "mold does not" grep -qx 'mold: main LOCAL, shared LOCAL, own LOCAL' seen
finish
