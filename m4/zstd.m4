# zstd.m4: finds a libzstd that can be linked into the tool.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# MEMSPY_STATIC_ZSTD: sets HAVE_STATIC_ZSTD (0 or 1), the condition STATIC_ZSTD, STATIC_ZSTD_LIBS and SEAL_FLAGS. The tool
# has no C library, so it needs the static libzstd, and that must not ask for more than memspy/core/spy_pack.c can answer.
# Without it the tool's traces are larger.
#
# Since 3.25 Valgrind's core contains Zstandard's decoder, with names that libzstd defines, too. So the compressor is
# linked into one object with spy_pack.c first, in which all names but its interface are local (build-aux/seal_object).
# The check does the same, and links the result beside another ZSTD_isError().
AC_DEFUN([MEMSPY_STATIC_ZSTD], [
  _MEMSPY_SEAL_FLAGS
  AC_MSG_CHECKING([for a static libzstd that needs no C library])
  HAVE_STATIC_ZSTD=0
  STATIC_ZSTD_LIBS="-Wl,--defsym=malloc=spy_pack_no_memory,--defsym=calloc=spy_pack_no_memory"
  AS_VAR_APPEND([STATIC_ZSTD_LIBS], [",--defsym=free=spy_pack_no_memory,--defsym=__stack_chk_fail=spy_pack_no_memory"])
  AS_VAR_APPEND([STATIC_ZSTD_LIBS], [" -Wl,-Bstatic `$PKG_CONFIG --libs-only-L libzstd` -lzstd"])
  memspy_saved_cflags=$CFLAGS
  memspy_saved_libs=$LIBS
  CFLAGS="$CFLAGS -ffreestanding -fno-stack-protector -fno-pie -U_FORTIFY_SOURCE"
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
static char memory[64];
void spy_pack_no_memory(void);
void spy_pack_no_memory(void) {}
int spy_pack(void);
int spy_pack(void) {
  const ZSTD_compressionParameters parameters = ZSTD_getCParams(1, 64, 0);
  ZSTD_CCtx *context = ZSTD_initStaticCCtx(memory, ZSTD_estimateCCtxSize_usingCParams(parameters));
  return (int)ZSTD_isError(ZSTD_compressCCtx(context, memory, 64, memory, 64, 1));
}
]])], [
    AS_IF([$SHELL "$srcdir/build-aux/seal_object" "$OBJCOPY" memspy-pack.$ac_objext spy_pack \
      $CC $CFLAGS $CPPFLAGS $SEAL_FLAGS conftest.$ac_objext $STATIC_ZSTD_LIBS >&AS_MESSAGE_LOG_FD 2>&1], [
      LIBS="-static -no-pie -nostdlib memspy-pack.$ac_objext"
      AC_LINK_IFELSE([AC_LANG_SOURCE([[
#include <stddef.h>
int spy_pack(void);
unsigned ZSTD_isError(size_t code) { return code != 0; }
void *memcpy(void *to, const void *from, size_t n) { (void)from, (void)n; return to; }
void *memmove(void *to, const void *from, size_t n) { (void)from, (void)n; return to; }
void *memset(void *to, int byte, size_t n) { (void)byte, (void)n; return to; }
int main(void) { return spy_pack(); }
void _start(void) { (void)main(); }
]])], [HAVE_STATIC_ZSTD=1])
      rm -f memspy-pack.$ac_objext])])
  CFLAGS=$memspy_saved_cflags
  LIBS=$memspy_saved_libs
  AS_IF([test $HAVE_STATIC_ZSTD = 1], [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no; blocks of traces are not packed as they are made])])
  AM_CONDITIONAL([STATIC_ZSTD], [test $HAVE_STATIC_ZSTD = 1])
  AC_SUBST([HAVE_STATIC_ZSTD])
  AC_SUBST([STATIC_ZSTD_LIBS])
])

# _MEMSPY_SEAL_FLAGS: sets SEAL_FLAGS, with which the compiler links objects into one. When it optimizes at link time
# (-flto), gcc must be told to write machine code; clang does that, and does not know the option.
AC_DEFUN([_MEMSPY_SEAL_FLAGS], [
  SEAL_FLAGS="-r -static -nostdlib"
  AC_MSG_CHECKING([whether $CC takes -flinker-output=nolto-rel])
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int spy_pack;]])],
    [AS_IF([$CC $CFLAGS $SEAL_FLAGS -flinker-output=nolto-rel -o memspy-sealed.$ac_objext conftest.$ac_objext \
      >&AS_MESSAGE_LOG_FD 2>&1],
      [AC_MSG_RESULT([yes])
       AS_VAR_APPEND([SEAL_FLAGS], [" -flinker-output=nolto-rel"])],
      [AC_MSG_RESULT([no])])
     rm -f memspy-sealed.$ac_objext])
  AC_SUBST([SEAL_FLAGS])
])
