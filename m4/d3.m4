# d3.m4: finds d3, with which reports are drawn.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# MEMSPY_D3: sets D3, the file d3.min.js, which is put into the program. If it is missing, MEMSPY_MISSING knows.
AC_DEFUN([MEMSPY_D3], [
  AC_ARG_WITH([d3],
    [AS_HELP_STRING([--with-d3=FILE], [d3.min.js, version 5 to 7, of which reports have a copy])],
    [], [with_d3=])
  AC_MSG_CHECKING([for d3.min.js])
  D3=
  AS_CASE([$with_d3],
    [''|yes], [
      for d3 in /usr/share/nodejs/d3/dist/d3.min.js /usr/share/javascript/d3/d3.min.js \
        /usr/lib/node_modules/d3/dist/d3.min.js; do
        AS_IF([test -z "$D3" && test -f "$d3"], [D3=$d3])
      done],
    [no], [AC_MSG_ERROR([reports are drawn with d3: --without-d3 makes no sense])],
    [AS_IF([test -f "$with_d3"], [D3=$(cd "$(dirname "$with_d3")" && pwd)/$(basename "$with_d3")])])
  AS_IF([test -n "$D3"], [AC_MSG_RESULT([$D3])], [
    AC_MSG_RESULT([no])
    MEMSPY_MISSING([the file d3.min.js (--with-d3=FILE names it)], [node-d3])])
  AC_SUBST([D3])
])
