#!/bin/sh
# gcc: -flto with -gsplit-dwarf leaves functions and variables without names, after a note that split DWARF is disabled.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: gcc-12 12.2.0-14+deb12u1 and binutils 2.40-2 of the system
# Guess:   the compiler prints that LTO does not support -gsplit-dwarf, and that it disables this option. Therefore, the
#          executable has the same debug information as with -flto alone.
# Seen:    the option is disabled for only a part of the debug information. The part with addresses is in a file
#          NAME.ltrans0.ltrans.dwo. The entries of this file refer to entries in the executable for their names
#          (DW_AT_abstract_origin). A .dwo file is not linked, so all of these references are 0. These are the
#          references of the part with addresses:
#            -flto: abstract origins: 7, of these zero: 0
#            -flto -gsplit-dwarf: abstract origins: 7, of these zero: 7
#          gdb 13.1, which the script does not run, reports for such a program:
#            Dwarf Error: Cannot find DIE at 0x0 referenced from DIE at 0x19
# Matters: a profiler finds the .dwo file, finds functions and variables with addresses in it, but finds no name and no
#          type for any of them. The build printed only that the option has no effect.
. "$(dirname "$0")/common"

need_gcc_12
cat >one.c <<'END'
int shared[100];
int update(int i);
int main(int argc, char **argv) {
  (void)argv;
  return update(argc) + shared[argc];
}
END
cat >two.c <<'END'
extern int shared[100];
static int own[50];
int update(int i) {
  shared[i]++;
  return own[i]++;
}
END
# origins FILE: counts the references in the unit with addresses, which is the first.
origins() {
  readelf --debug-dump=no-follow-links --debug-dump=info "$1" 2>/dev/null | awk '
    /Compilation Unit @/ { units++ }
    units == 1 && /DW_AT_abstract_origin/ { n++; zero += /<0>|<0x0>/ }
    END { printf "abstract origins: %d, of these zero: %d\n", n, zero }'
}
gcc -g -O2 -flto -o joint one.c two.c
gcc -g -O2 -flto -gsplit-dwarf -o split one.c two.c 2>note
{
  echo "-flto: $(origins joint)"
  echo "-flto -gsplit-dwarf: $(origins split.ltrans0.ltrans.dwo)"
} | tee seen
expect "the note says that the option is disabled" grep -q 'not supported with LTO, disabling' note
expect "there is a .dwo file all the same" test -s split.ltrans0.ltrans.dwo
expect "with -flto, no reference is zero" grep -qxE -e '-flto: abstract origins: [1-9][0-9]*, of these zero: 0' seen
expect "with both, all are" grep -qxE -e '-flto -gsplit-dwarf: abstract origins: ([1-9][0-9]*), of these zero: \1' seen
finish
