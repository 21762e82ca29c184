# platform.m4: everything in the build that depends on the platform.
#
# A port adds a case here and nowhere else in the build: Valgrind's name of the platform, the macros that
# its headers want, and the flags for a program that loads at Valgrind's address.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# MEMSPY_PLATFORM: sets VG_ARCH, VG_OS, TOOL_PLATFORM_CPPFLAGS, TOOL_PLATFORM_CFLAGS, TOOL_PLATFORM_LDFLAGS;
# ends configure on a platform without a case.
AC_DEFUN([MEMSPY_PLATFORM], [
  AC_REQUIRE([AC_CANONICAL_HOST])
  AC_MSG_CHECKING([for a platform that memspy knows])
  AS_CASE([$host],
    [x86_64-*-linux-gnux32*], [memspy_platform=],
    [x86_64-*-linux*], [memspy_platform=amd64-linux],
    [memspy_platform=])
  # A compiler may be told to build for another machine than the one that config.guess sees (-m32).
  AS_IF([test "$memspy_platform" = amd64-linux],
    [AC_PREPROC_IFELSE([AC_LANG_SOURCE([[
#if !defined __x86_64__ || !defined __LP64__ || !defined __linux__
#error
#endif
]])], [], [memspy_platform=])])

  AS_CASE([$memspy_platform],
    [amd64-linux], [
      VG_ARCH=amd64
      VG_OS=linux
      TOOL_PLATFORM_CPPFLAGS="-DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1 -DVGPV_amd64_linux_vanilla=1"
      TOOL_PLATFORM_CFLAGS="-m64"
      TOOL_PLATFORM_LDFLAGS="-m64"
    ],
    [
      AC_MSG_RESULT([no])
      AC_MSG_ERROR([memspy runs on amd64 Linux (x86_64-*-linux-gnu, 64 bits) only; this host is $host.])
    ])
  AC_MSG_RESULT([$memspy_platform])

  AC_SUBST([VG_ARCH])
  AC_SUBST([VG_OS])
  AC_SUBST([TOOL_PLATFORM_CPPFLAGS])
  AC_SUBST([TOOL_PLATFORM_CFLAGS])
  AC_SUBST([TOOL_PLATFORM_LDFLAGS])
])
