# valgrind.m4: finds what a tool needs of an installed Valgrind.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# MEMSPY_VALGRIND: sets
#   VALGRIND_PROGRAM      the valgrind command
#   VALGRIND_VERSION      its version
#   VALGRIND_INCLUDEDIR   pub_tool_*.h, libvex*.h and valgrind.h
#   VALGRIND_LIBEXECDIR   tools and default.supp, where valgrind looks for them
#   VALT_LOAD_ADDRESS     where the text of a tool begins
#   VALGRIND_CORE_LIBS    static libraries that a tool links, as files
# Needs MEMSPY_PLATFORM. What is missing goes to MEMSPY_MISSING.
AC_DEFUN([MEMSPY_VALGRIND], [
  AC_ARG_WITH([valgrind],
    [AS_HELP_STRING([--with-valgrind=PREFIX],
      [Valgrind installed under PREFIX, instead of the one that pkg-config knows])],
    [], [with_valgrind=])
  AS_CASE([$with_valgrind],
    [yes], [with_valgrind=],
    [no], [AC_MSG_ERROR([memspy is a Valgrind tool: --without-valgrind makes no sense])])

  # Only Valgrind is looked up in PREFIX; the other libraries come from where they always do.
  valgrind_pkg_config_path=$PKG_CONFIG_PATH
  AS_IF([test -n "$with_valgrind"], [
    valgrind_pc=
    for d in "$with_valgrind"/lib/pkgconfig "$with_valgrind"/lib64/pkgconfig "$with_valgrind"/lib/*/pkgconfig; do
      AS_IF([test -z "$valgrind_pc" && test -f "$d/valgrind.pc"], [valgrind_pc=$d])
    done
    AS_IF([test -z "$valgrind_pc"],
      [AC_MSG_ERROR([--with-valgrind=$with_valgrind: there is no $with_valgrind/lib/pkgconfig/valgrind.pc])])
    valgrind_pkg_config_path=$valgrind_pc
  ])

  AC_MSG_CHECKING([for Valgrind])
  VALGRIND_VERSION=`PKG_CONFIG_PATH=$valgrind_pkg_config_path $PKG_CONFIG --modversion valgrind 2>/dev/null`
  AS_IF([test -z "$VALGRIND_VERSION"], [
    AC_MSG_RESULT([no])
    MEMSPY_MISSING([Valgrind's development files (pkg-config finds no valgrind.pc; --with-valgrind=PREFIX names
    another place)], [valgrind])
  ], [
    AC_MSG_RESULT([$VALGRIND_VERSION])
    AS_VERSION_COMPARE([$VALGRIND_VERSION], [3.19], [MEMSPY_MISSING([Valgrind 3.19 or newer (found $VALGRIND_VERSION)], [valgrind])])
    _MEMSPY_VALGRIND_PARTS
  ])

  AC_SUBST([VALGRIND_PROGRAM])
  AC_SUBST([VALGRIND_VERSION])
  AC_SUBST([VALGRIND_INCLUDEDIR])
  AC_SUBST([VALGRIND_LIBEXECDIR])
  AC_SUBST([VALT_LOAD_ADDRESS])
  AC_SUBST([VALGRIND_CORE_LIBS])
])

# _MEMSPY_VALGRIND_VARIABLE(SHELL-VARIABLE, NAME): a variable of valgrind.pc
m4_define([_MEMSPY_VALGRIND_VARIABLE],
  [$1=`PKG_CONFIG_PATH=$valgrind_pkg_config_path $PKG_CONFIG --variable=$2 valgrind 2>/dev/null`])

# _MEMSPY_VALGRIND_CORE: whether the core has what memspy/core/spy_core.h declares: names in its libraries, and the sizes of
# variables, which say whether they are still what the tool takes them for.
m4_define([_MEMSPY_VALGRIND_CORE], [
  AC_MSG_CHECKING([for the functions of Valgrind's core that the tool calls])
  valgrind_symbols=`"$NM" -gS "$valgrind_archives/libcoregrind-$VG_ARCH-$VG_OS.a" \
    "$valgrind_archives/libvex-$VG_ARCH-$VG_OS.a" 2>/dev/null`
  valgrind_lacks=
  for f in vgPlain_clo_fair_sched vgPlain_acquire_BigLock vgPlain_release_BigLock vgPlain_name_of_ThreadStatus \
    vgPlain_is_exiting vgPlain_do_syscall vgPlain_safe_fd vgPlain_clo_merge_recursive_frames \
    vgPlain_extend_stack vgPlain_am_addr_is_in_extensible_client_stack vgPlain_discard_translations vgPlain_di_notify_munmap vex_control \
    vgPlain_DebugInfo_syms_howmany vgPlain_DebugInfo_syms_getidx vgPlain_redir_do_lookup vgPlain_poll_signals vgPlain_gettid \
    vgPlain_do_sys_sigprocmask vgPlain_disp_run_translations vgPlain_search_transtab vgPlain_tt_fast \
    vgPlain_gdbserver vgPlain_instrument_for_gdbserver_if_needed vgPlain_in_generated_code vgPlain_clo_trace_syscalls \
    vgPlain_gdbserver_report_signal vgPlain_do_sys_sigaction vgModuleLocal_get_linux_syscall_entry \
    VG_MINIMAL_LONGJMP vgPlain_stats__n_xIndirs_32 vgPlain_stats__n_xIndir_hits1_32 vgPlain_stats__n_xIndir_hits2_32 \
    vgPlain_stats__n_xIndir_hits3_32 vgPlain_stats__n_xIndir_misses_32 vgPlain_am_mmap_file_float_valgrind \
    vgPlain_clo_extra_debuginfo_path vgPlain_demangle; do
    AS_CASE([$valgrind_symbols], [*" $f"*], [], [AS_VAR_APPEND([valgrind_lacks], [" $f"])])
  done
  AS_IF([test -z "$valgrind_lacks"], [AC_MSG_RESULT([yes])], [
    AC_MSG_RESULT([no])
    MEMSPY_MISSING([a Valgrind whose core has$valgrind_lacks (found $VALGRIND_VERSION)], [valgrind])])
  _MEMSPY_VALGRIND_VARIABLE_SIZE([vgPlain_clo_fair_sched], [sizeof(int)])
  _MEMSPY_VALGRIND_VARIABLE_SIZE([vex_control], [sizeof(VexControl)])
  _MEMSPY_VALGRIND_VARIABLE_SIZE([vgPlain_tt_fast], [65536 * sizeof(Addr)])
  _MEMSPY_VALGRIND_VARIABLE_SIZE([vgPlain_in_generated_code], [sizeof(Bool)])
])

# _MEMSPY_VALGRIND_SIZE(VARIABLE, EXPRESSION, IF-YES, IF-NO): whether the core's VARIABLE has so many bytes. Objects that
# are optimized at link time say no sizes; then the name must do.
m4_define([_MEMSPY_VALGRIND_SIZE], [
  valgrind_size=`AS_ECHO(["$valgrind_symbols"]) | awk '$NF == "$1" && NF == 4 { print $[]2; exit }'`
  AS_CASE([$valgrind_size:$valgrind_symbols],
    [:*" $1"*], [$3],
    [:*], [$4],
    [_MEMSPY_VALGRIND_COMPILE([_Static_assert($2 == 0x$valgrind_size, "size");], [$3], [$4])])
])

# _MEMSPY_VALGRIND_VARIABLE_SIZE(VARIABLE, EXPRESSION): it must have.
m4_define([_MEMSPY_VALGRIND_VARIABLE_SIZE], [
  AC_MSG_CHECKING([whether $1 has $2 bytes])
  _MEMSPY_VALGRIND_SIZE([$1], [$2], [AC_MSG_RESULT([yes])], [
    AC_MSG_RESULT([no])
    MEMSPY_MISSING([a Valgrind whose $1 the tool knows (found $VALGRIND_VERSION)], [valgrind])])
])

# _MEMSPY_VALGRIND_SCHEDULER: whether the tool can decide which thread runs: the core has the lock that the tool replaces
# (memspy/core/spy_core.h), a table of six functions. Without it threads run in Valgrind's own slices.
m4_define([_MEMSPY_VALGRIND_SCHEDULER], [
  AC_ARG_ENABLE([exact-interleaving],
    [AS_HELP_STRING([--disable-exact-interleaving], [let Valgrind decide which thread runs])])
  AC_MSG_CHECKING([whether this Valgrind lets a tool decide which thread runs])
  _MEMSPY_VALGRIND_SIZE([vgModuleLocal_linux_ticket_lock_ops], [6 * sizeof(void (*)(void))],
    [EXACT_INTERLEAVING=1], [EXACT_INTERLEAVING=0])
  AS_IF([test "$enable_exact_interleaving" = no], [EXACT_INTERLEAVING=0])
  AS_IF([test $EXACT_INTERLEAVING = 1], [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no: threads will run in its own slices, and profiles say so])])
  AC_SUBST([EXACT_INTERLEAVING])
])

# _MEMSPY_VALGRIND_COMPILE(STATEMENTS, IF-YES, IF-NO): whether STATEMENTS compile with the tool's headers.
m4_define([_MEMSPY_VALGRIND_COMPILE], [
  memspy_saved_cppflags=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $TOOL_PLATFORM_CPPFLAGS -isystem $VALGRIND_INCLUDEDIR"
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_mallocfree.h"
#include "libvex.h"
void check(void);
void check(void) { $1 }
]])], [$2], [$3])
  CPPFLAGS=$memspy_saved_cppflags
])

# _MEMSPY_VALGRIND_SHADOW_ALLOC: sets SHADOW_ALLOC_REPORTS_ERRORS. Up to Valgrind 3.20 VG_(am_shadow_alloc) returns a
# pointer; since 3.21 it returns the error as well, and VG_(out_of_memory_NORETURN) asks for that.
m4_define([_MEMSPY_VALGRIND_SHADOW_ALLOC], [
  AC_MSG_CHECKING([whether VG_(am_shadow_alloc) reports the error])
  SHADOW_ALLOC_REPORTS_ERRORS=
  _MEMSPY_VALGRIND_COMPILE(
    [SysRes got = VG_(am_shadow_alloc)(1); VG_(out_of_memory_NORETURN)("check", 1, sr_Err(got));],
    [SHADOW_ALLOC_REPORTS_ERRORS=1], [
    _MEMSPY_VALGRIND_COMPILE(
      [void *got = VG_(am_shadow_alloc)(1); if (!got) VG_(out_of_memory_NORETURN)("check", 1);],
      [SHADOW_ALLOC_REPORTS_ERRORS=0])])
  AS_CASE([$SHADOW_ALLOC_REPORTS_ERRORS], [1], [AC_MSG_RESULT([yes])], [0], [AC_MSG_RESULT([no])], [
    AC_MSG_RESULT([neither form compiles])
    MEMSPY_MISSING([a Valgrind whose VG_(am_shadow_alloc) the tool knows (found $VALGRIND_VERSION; config.log has
    the messages of the compiler)], [valgrind])])
  AC_SUBST([SHADOW_ALLOC_REPORTS_ERRORS])
])

# _MEMSPY_VALGRIND_PARTS: valgrind.pc is there; are the files too?
m4_define([_MEMSPY_VALGRIND_PARTS], [
  _MEMSPY_VALGRIND_VARIABLE([valgrind_prefix], [prefix])
  _MEMSPY_VALGRIND_VARIABLE([valgrind_libdir], [libdir])
  _MEMSPY_VALGRIND_VARIABLE([valgrind_platform], [platform])
  _MEMSPY_VALGRIND_VARIABLE([VALGRIND_INCLUDEDIR], [includedir])
  _MEMSPY_VALGRIND_VARIABLE([VALT_LOAD_ADDRESS], [valt_load_address])

  AC_MSG_CHECKING([for the platform that Valgrind was built for])
  AC_MSG_RESULT([$valgrind_platform])
  AS_IF([test "$valgrind_platform" != "$VG_ARCH-$VG_OS"],
    [MEMSPY_MISSING([Valgrind for $VG_ARCH-$VG_OS (found: $valgrind_platform)], [valgrind])])

  AC_MSG_CHECKING([for the load address of Valgrind tools])
  AC_MSG_RESULT([${VALT_LOAD_ADDRESS:-none}])
  AS_CASE([$VALT_LOAD_ADDRESS],
    [0x*], [],
    [MEMSPY_MISSING([valt_load_address in valgrind.pc], [valgrind])])

  AC_MSG_CHECKING([for the headers for Valgrind tools])
  valgrind_lacks=
  for f in pub_tool_basics.h pub_tool_tooliface.h libvex_ir.h valgrind.h; do
    AS_IF([test -f "$VALGRIND_INCLUDEDIR/$f"], [], [AS_VAR_APPEND([valgrind_lacks], [" $VALGRIND_INCLUDEDIR/$f"])])
  done
  AS_IF([test -z "$valgrind_lacks"], [AC_MSG_RESULT([$VALGRIND_INCLUDEDIR])], [
    AC_MSG_RESULT([no])
    MEMSPY_MISSING([headers for Valgrind tools:$valgrind_lacks], [valgrind; elsewhere valgrind-devel])
  ])

  AC_MSG_CHECKING([for the static libraries for Valgrind tools])
  valgrind_lacks=
  valgrind_archives=$valgrind_libdir/valgrind
  for f in libcoregrind libvex; do
    AS_IF([test -f "$valgrind_archives/$f-$VG_ARCH-$VG_OS.a"], [],
      [AS_VAR_APPEND([valgrind_lacks], [" $valgrind_archives/$f-$VG_ARCH-$VG_OS.a"])])
  done
  AS_IF([test -z "$valgrind_lacks"], [
    AC_MSG_RESULT([$valgrind_archives])
    VALGRIND_CORE_LIBS="$valgrind_archives/libcoregrind-$VG_ARCH-$VG_OS.a $valgrind_archives/libvex-$VG_ARCH-$VG_OS.a -lgcc"
    # Stands in for what libgcc may want of a C library; not every build of Valgrind has it.
    f=$valgrind_archives/libgcc-sup-$VG_ARCH-$VG_OS.a
    AS_IF([test -f "$f"], [AS_VAR_APPEND([VALGRIND_CORE_LIBS], [" $f"])])
  ], [
    AC_MSG_RESULT([no])
    MEMSPY_MISSING([static libraries for Valgrind tools:$valgrind_lacks], [valgrind; elsewhere valgrind-devel])
  ])

  AS_IF([test -z "$valgrind_lacks" && test -f "$VALGRIND_INCLUDEDIR/pub_tool_basics.h"], [
    _MEMSPY_VALGRIND_CORE
    _MEMSPY_VALGRIND_SCHEDULER
    _MEMSPY_VALGRIND_SHADOW_ALLOC])

  AS_IF([test -z "$VALGRIND_PROGRAM" && test -x "$valgrind_prefix/bin/valgrind"],
    [VALGRIND_PROGRAM=$valgrind_prefix/bin/valgrind])
  AC_PATH_PROG([VALGRIND_PROGRAM], [valgrind])
  AS_IF([test -z "$VALGRIND_PROGRAM"], [MEMSPY_MISSING([the command valgrind], [valgrind])])

  # The launcher itself says from where it starts a tool; the usual places stand in when it cannot run here.
  AC_MSG_CHECKING([for the directory of Valgrind's tools])
  valgrind_launched=`unset VALGRIND_LIB VALGRIND_OPTS; cd / && "$VALGRIND_PROGRAM" -d --tool=none /bin/true 2>&1 |
    sed -n "s,^.*launcher launching \(.*\)/none-$VG_ARCH-$VG_OS\$,\1,p"`
  for d in "$valgrind_launched" "$valgrind_prefix/libexec/valgrind" "$valgrind_libdir/valgrind" \
    "$valgrind_prefix/lib/valgrind"; do
    AS_IF([test -z "$VALGRIND_LIBEXECDIR" && test -n "$d" && test -x "$d/cachegrind-$VG_ARCH-$VG_OS"],
      [VALGRIND_LIBEXECDIR=$d])
  done
  AC_MSG_RESULT([${VALGRIND_LIBEXECDIR:-none}])
  AS_IF([test -z "$VALGRIND_LIBEXECDIR"],
    [MEMSPY_MISSING([the directory where valgrind keeps its tools (cachegrind-$VG_ARCH-$VG_OS)], [valgrind])])
])
