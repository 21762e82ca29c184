#!/bin/sh
# Free Pascal: in a program with threads, a thread-local variable is not at its address in debug information.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: fp-compiler-3.2.2 and fp-units-rtl-3.2.2 3.2.2+dfsg-20; binutils 2.40-2 of the system
# Guess:   a `threadvar` is in the thread-local storage of ELF, and its DWARF location is an offset
#          (DW_OP_form_tls_address). If the location is a static address instead, the variable of the main thread is
#          there.
# Seen:    the location is a static address (DW_OP_addr). The variable is there in a program without threads. If the
#          program uses the unit cthreads, which programs with threads need on Linux, even the main thread has the
#          variable elsewhere. The location is of the same form as before. An ordinary variable is at its location in
#          both programs:
#            without cthreads: plain: at its location, counter: at its location (DW_OP_addr)
#            with cthreads: plain: at its location, counter: elsewhere (DW_OP_addr)
# Matters: a profiler that names data by debug information finds no references to the variable. It attributes them to
#          memory without a name. The location does not show that the variable is thread-local, so the profiler cannot
#          report this.
. "$(dirname "$0")/common"

command -v ld >/dev/null || cannot "there is no linker"
fetch fp-compiler-3.2.2=3.2.2+dfsg-20 fp-units-rtl-3.2.2=3.2.2+dfsg-20
cat >local.pas <<'END'
program local;
{$ifdef THREADS}
uses cthreads;
{$endif}
threadvar counter: longint;
var plain: longint;
begin
  counter := 1;
  plain := 2;
  writeln('COUNTER ', hexstr(@counter));
  writeln('PLAIN ', hexstr(@plain));
end.
END
fpc=$libraries/fpc/3.2.2
# location VARIABLE: prints the DWARF location of that variable.
location() {
  awk -v variable="$1" '
    /DW_AT_name/ { found = $NF == variable }
    found && /DW_AT_location/ { sub(/.*\(/, ""); sub(/\).*/, ""); print; exit }' information
}
# place VARIABLE: prints whether that variable is at its location.
place() {
  address=$(awk -v variable="$1" '$1 == variable { sub(/^0+/, "", $2); print tolower($2) }' addresses)
  if [ "$(location "$1")" = "DW_OP_addr: $address" ]; then echo "at its location"; else echo "elsewhere"; fi
}
# look NAME OPTION...: compiles the program with these options, runs it, and prints the places of the variables.
look() {
  name=$1
  shift
  "$fpc/ppcx64" -n -Fu"$fpc/units/x86_64-linux/rtl" "$@" -g -olocal local.pas >log 2>&1 ||
    cannot "$name: the program does not compile"
  ./local >addresses
  readelf --debug-dump=info local >information 2>/dev/null
  operation=$(location COUNTER)
  echo "$name: plain: $(place PLAIN), counter: $(place COUNTER) (${operation%%:*})"
}
{
  look "without cthreads"
  look "with cthreads" -dTHREADS
} | tee seen
expect "without cthreads, both are at their locations" \
  grep -qx 'without cthreads: plain: at its location, counter: at its location (DW_OP_addr)' seen
expect "with cthreads, the thread-local variable is elsewhere" \
  grep -qx 'with cthreads: plain: at its location, counter: elsewhere (DW_OP_addr)' seen
finish
