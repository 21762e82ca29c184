#!/bin/sh
# mold: global functions and variables are local symbols in an executable.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: mold 1.10.1+dfsg-1; GNU ld of the system as a control
# Guess:   a linker does not change the binding of the symbols in .symtab: a variable without `static` is GLOBAL, and a
#          variable with `static` is LOCAL.
# Seen:    mold writes all symbols that the executable does not export as LOCAL, including main(). Therefore, `nm` and
#          `readelf` show no difference between the two variables:
#            GNU ld: main GLOBAL, shared GLOBAL, own LOCAL
#            mold: main LOCAL, shared LOCAL, own LOCAL
# Matters: some profilers use the binding to distinguish variables of the same name, or to choose one of several symbols
#          at an address. They find no difference. The debug information still has DW_AT_external.
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
