# libclang.m4: finds libclang, with which C and C++ sources are read.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# MEMSPY_LIBCLANG: sets LIBCLANG_CPPFLAGS, LIBCLANG_FOUND (a text), and the condition WITH_LIBCLANG. It is optional: without
# it machine code is read in place of sources. Only its headers are needed here: the library is loaded when a source is to be
# parsed, as the file that is found here, or else by its name.
AC_DEFUN([MEMSPY_LIBCLANG], [
  AC_ARG_WITH([libclang],
    [AS_HELP_STRING([--with-libclang@<:@=PREFIX@:>@],
      [read C and C++ sources with libclang 12 or newer, installed under PREFIX @<:@the newest of llvm-config and
       /usr/lib/llvm-*, if there is one@:>@])],
    [], [with_libclang=check])
  AC_MSG_CHECKING([for libclang])
  LIBCLANG_CPPFLAGS=
  LIBCLANG_FOUND="no: machine code is read in place of sources"
  AS_CASE([$with_libclang],
    [no], [memspy_prefixes=],
    [yes|check], [memspy_prefixes="`llvm-config --prefix 2>/dev/null` `ls -d /usr/lib/llvm-* 2>/dev/null | sort -rV` /usr"],
    [memspy_prefixes=$with_libclang])
  for memspy_prefix in $memspy_prefixes; do
    for memspy_library in "$memspy_prefix"/lib/libclang.so "$memspy_prefix"/lib64/libclang.so; do
      AS_IF([test -z "$LIBCLANG_CPPFLAGS" && test -f "$memspy_library"],
        [_MEMSPY_LIBCLANG_TRY([$memspy_prefix], [$memspy_library])])
    done
  done
  AC_MSG_RESULT([$LIBCLANG_FOUND])
  AS_IF([test -z "$LIBCLANG_CPPFLAGS"], [
    AS_CASE([$with_libclang], [no|check], [],
      [AC_MSG_ERROR([--with-libclang=$with_libclang: there is no libclang 12 or newer (Debian: package libclang-dev)])])
  ])
  AM_CONDITIONAL([WITH_LIBCLANG], [test -n "$LIBCLANG_CPPFLAGS"])
  AC_SUBST([LIBCLANG_CPPFLAGS])
])

# _MEMSPY_LIBCLANG_TRY(PREFIX, LIBRARY): takes it if its headers declare the newest function that is called.
m4_define([_MEMSPY_LIBCLANG_TRY], [
  memspy_saved_cppflags=$CPPFLAGS
  memspy_include=
  AS_IF([test "x$1" != x/usr], [memspy_include="-isystem $1/include"])
  CPPFLAGS="$CPPFLAGS $memspy_include"
  memspy_soname=`"$READELF" -d "$2" 2>/dev/null | sed -n 's/.*(SONAME).*\@<:@\(.*\)@:>@.*/\1/p'`
  # The name that is there without the package of the headers.
  memspy_file="$2"
  AS_IF([test -f "$2.1"], [memspy_file="$2.1"])
  AS_IF([test -n "$memspy_soname"], [
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <clang-c/Index.h>]], [[(void)clang_Cursor_getVarDeclInitializer;]])], [
      LIBCLANG_CPPFLAGS="$memspy_include -DLIBCLANG_FILE='\"$memspy_file\"' -DLIBCLANG_NAME='\"$memspy_soname\"'"
      LIBCLANG_FOUND="$memspy_file"])
  ])
  CPPFLAGS=$memspy_saved_cppflags
])
