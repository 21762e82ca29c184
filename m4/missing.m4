# missing.m4: what configure did not find is collected and told in one message, each with the package that
# holds it; nobody should have to run configure five times to learn five names.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# MEMSPY_MISSING(WHAT, DEBIAN-PACKAGE)
AC_DEFUN([MEMSPY_MISSING], [AS_VAR_APPEND([memspy_missing], ["
  - $1
      (Debian, Ubuntu: package $2)"])])

# MEMSPY_END_IF_MISSING
AC_DEFUN([MEMSPY_END_IF_MISSING], [
  AS_IF([test -n "$memspy_missing"],
    [AC_MSG_ERROR([missing:
$memspy_missing

Install what is missing and run configure again; ./bootstrap build does both on Debian.])])
])

# MEMSPY_PKG(VARIABLE, MODULE [>= VERSION], DEBIAN-PACKAGE)
AC_DEFUN([MEMSPY_PKG],
  [PKG_CHECK_MODULES([$1], [$2], [], [MEMSPY_MISSING([library $2, through pkg-config], [$3])])])
