# zstd.m4: finds a libzstd that can be linked into the tool.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# MEMSPY_STATIC_ZSTD: sets HAVE_STATIC_ZSTD (0 or 1) and STATIC_ZSTD_LIBS. The tool has no C library, so it needs the
# static one, and that must not ask for more than memspy/core/spy_pack.c can answer. Without it the tool's traces are larger.
AC_DEFUN([MEMSPY_STATIC_ZSTD], [
  AC_MSG_CHECKING([for a static libzstd that needs no C library])
  HAVE_STATIC_ZSTD=0
  STATIC_ZSTD_LIBS="-Wl,--defsym=malloc=spy_pack_no_memory,--defsym=calloc=spy_pack_no_memory"
  AS_VAR_APPEND([STATIC_ZSTD_LIBS], [",--defsym=free=spy_pack_no_memory,--defsym=__stack_chk_fail=spy_pack_no_memory"])
  AS_VAR_APPEND([STATIC_ZSTD_LIBS], [" -Wl,-Bstatic -lzstd"])
  memspy_saved_cflags=$CFLAGS
  memspy_saved_libs=$LIBS
  CFLAGS="$CFLAGS -ffreestanding -fno-stack-protector -fno-pie -U_FORTIFY_SOURCE"
  LIBS="-static -no-pie -nostdlib $STATIC_ZSTD_LIBS"
  AC_LINK_IFELSE([AC_LANG_SOURCE([[
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
static char memory[64];
void spy_pack_no_memory(void) {}
void *memcpy(void *to, const void *from, size_t n) { (void)from, (void)n; return to; }
void *memmove(void *to, const void *from, size_t n) { (void)from, (void)n; return to; }
void *memset(void *to, int byte, size_t n) { (void)byte, (void)n; return to; }
int main(void) {
  const ZSTD_compressionParameters parameters = ZSTD_getCParams(1, 64, 0);
  ZSTD_CCtx *context = ZSTD_initStaticCCtx(memory, ZSTD_estimateCCtxSize_usingCParams(parameters));
  return (int)ZSTD_compressCCtx(context, memory, 64, memory, 64, 1);
}
void _start(void) { (void)main(); }
]])], [HAVE_STATIC_ZSTD=1], [STATIC_ZSTD_LIBS=])
  CFLAGS=$memspy_saved_cflags
  LIBS=$memspy_saved_libs
  AS_IF([test $HAVE_STATIC_ZSTD = 1], [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no; blocks of traces are not packed as they are made])])
  AC_SUBST([HAVE_STATIC_ZSTD])
  AC_SUBST([STATIC_ZSTD_LIBS])
])
