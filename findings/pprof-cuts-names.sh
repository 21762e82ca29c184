#!/bin/sh
# Go's pprof: it cuts brackets out of names that are already readable, and adds up functions that then share a name.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Package: golang-1.19-go 1.19.8-2
# Guess:   `pprof -top` demangles mangled names, and shows other names as they are in the profile. Each row is a
#          function of the profile.
# Seen:    if the name of a function is equal to its system name, and contains "::", angle brackets or square brackets,
#          pprof takes it for a demangled name of C++. It removes round and angle brackets with their contents.
#          Functions that then have the same name are one row, with the sum of their costs. Other names keep their round
#          brackets. Without system names, or with -symbolize=none, pprof shows all names:
#            same system names: 32 block [heap], 10 sum, 8 list::get, 2 plain(long), 1 plain(int)
#            no system names: 17 block (make.c:9) [heap], 15 block (make.c:3) [heap], 6 sum<double>, ...
#            same system names, -symbolize=none: 17 block (make.c:9) [heap], 15 block (make.c:3) [heap], ...
# Matters: a profiler that writes readable names into both fields loses the arguments of functions and templates in all
#          reports, although the profile contains them. If it writes the names of heap blocks with their source lines,
#          all blocks can become one row.
. "$(dirname "$0")/common"

fetch golang-1.19-go=1.19.8-2
cat >names <<'END'
1 plain(int)
2 plain(long)
3 list::get(int)
5 list::get(long)
4 sum<int>
6 sum<double>
15 block (make.c:3) [heap]
17 block (make.c:9) [heap]
END
# profile SAME: prints a profile in the format of pprof (profile.proto), with a function, a location and a sample for
# each of the names. If SAME is 1, the system name of a function is its name. Numbers and lengths are less than 128.
profile() {
  # shellcheck disable=SC2046 # there are no spaces
  printf '%b' $(awk -v same="$1" '
    function byte(n) { return sprintf("\\0%03o", n) }
    function number(field, n) { return byte(field * 8) byte(n) }
    function part(field, bytes) { return byte(field * 8 + 2) byte(length(bytes) / 5) bytes }
    function text(s,   i, bytes) {
      for (i = 1; i <= length(s); i++) bytes = bytes byte(index(ascii, substr(s, i, 1)) + 31)
      return part(6, bytes)
    }
    BEGIN {
      for (i = 32; i < 127; i++) ascii = ascii sprintf("%c", i)
      strings = text("") text("misses") text("count")
      types = part(1, number(1, 1) number(2, 2))
    }
    {
      value = $1
      sub(/^[0-9]+ /, "")
      strings = strings text($0)
      samples = samples part(2, number(1, NR) number(2, value))
      locations = locations part(4, number(1, NR) part(4, number(1, NR)))
      functions = functions part(5, number(1, NR) number(2, NR + 2) (same ? number(3, NR + 2) : ""))
    }
    END { print types samples locations functions strings }' names)
}
# rows NAME ARGUMENT...: prints the rows of the report: the value and the name of each.
rows() {
  name=$1
  shift
  echo "$name: $("$root/usr/lib/go-1.19/pkg/tool/linux_amd64/pprof" -top "$@" 2>log | awk '
    found {
      value = $1
      sub(/^ *[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +/, "")
      gsub(/ +/, " ")
      printf "%s%s %s", comma, value, $0
      comma = ", "
    }
    $1 == "flat" { found = 1 }')"
}
profile 1 >same
profile 0 >none
{
  rows "same system names" same
  rows "no system names" none
  rows "same system names, -symbolize=none" -symbolize=none same
} | tee seen
all='17 block (make.c:9) [heap], 15 block (make.c:3) [heap], 6 sum<double>, 5 list::get(long), 4 sum<int>'
all="$all, 3 list::get(int), 2 plain(long), 1 plain(int)"
cut='32 block [heap], 10 sum, 8 list::get, 2 plain(long), 1 plain(int)'
expect "brackets are removed, and rows are added up" grep -Fqx "same system names: $cut" seen
expect "without system names, all names are shown" grep -Fqx "no system names: $all" seen
expect "with -symbolize=none, too" grep -Fqx "same system names, -symbolize=none: $all" seen
finish
