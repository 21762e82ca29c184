#!/bin/sh
# Valgrind, lld and mold: symbols of .data and .bss are one page too low in a small position-independent executable.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: valgrind 1:3.19.0-1, lld-14 1:14.0.6-12, mold 1.10.1+dfsg-1; GNU ld of the system as a control
# Guess:   the core places symbols where the kernel loaded the executable, whichever linker made it.
# Seen:    lld and mold put data that are read-only after relocation into a separate writable segment, before the
#          segment with .data. Both segments are in one page of the file. The core takes the bias of the wrong mapping.
#          Therefore, it places all data symbols 0x1000 below the variables, but function symbols are right. With GNU
#          ld, all symbols are right. With lld and mold, they are right if the executable is not position-independent:
#            bfd -pie: variable - symbol = 0
#            lld -pie: variable - symbol = 4096
#            lld -no-pie: variable - symbol = 0
#            mold -pie: variable - symbol = 4096
#            mold -no-pie: variable - symbol = 0
# Matters: a tool that names addresses by the core's symbols attributes misses to the wrong variable, or to none, for
#          every small program that was linked by lld or mold, without a message.
. "$(dirname "$0")/common"

fetch_llvm lld-14
fetch valgrind=1:3.19.0-1 mold=1.10.1+dfsg-1
cat >data.c <<'END'
#include <stdio.h>
int first = 1;
char variable[64];
int main(void) {
  printf("at %p\n", (void *)variable);
  return first - 1;
}
END
mkdir lld mold
cat >lld/ld <<END
#!/bin/sh
LD_LIBRARY_PATH=$libraries exec $root/usr/lib/llvm-14/bin/ld.lld "\$@"
END
chmod +x lld/ld
ln -s "$root/usr/bin/mold" mold/ld
# try LINKER PIE: links the program, and prints how far Valgrind's symbol is from the variable.
try() {
  linker=
  code=-fPIE
  [ "$1" = bfd ] || linker=-B$folder/$1
  [ "$2" = -pie ] || code=-fno-pie
  # shellcheck disable=SC2086 # none, or one word
  compile -O1 $code "$2" $linker -o data data.c
  run_valgrind --tool=none --trace-symtab=yes --trace-symtab-patt='*/data' ./data >trace 2>&1
  variable=$(sed -n 's/^at //p' trace)
  symbol=$(sed -n 's/.* rec(d).* val \(0x[0-9a-f]*\),.* variable$/\1/p' trace | head -n 1)
  echo "$1 $2: variable - symbol = $((variable - ${symbol:-0}))"
}
{
  try bfd -pie
  try lld -pie
  try lld -no-pie
  try mold -pie
  try mold -no-pie
} | tee seen
expect "GNU ld: right" grep -qx 'bfd -pie: variable - symbol = 0' seen
expect "lld, position-independent: one page too low" grep -qx 'lld -pie: variable - symbol = 4096' seen
expect "lld, otherwise: right" grep -qx 'lld -no-pie: variable - symbol = 0' seen
expect "mold, position-independent: one page too low" grep -qx 'mold -pie: variable - symbol = 4096' seen
expect "mold, otherwise: right" grep -qx 'mold -no-pie: variable - symbol = 0' seen
finish
