/* spy_pack.c: see spy_pack.h.
 *
 * Debian's libzstd.a is compiled for programs with a C library. It needs memcpy, memmove and memset, which the core
 * has. It also refers to malloc, calloc and free. It does not call these functions, because the tool gives it its
 * memory; the linker binds them to spy_pack_no_memory(). Its stack protector reads a word in the segment of register
 * FS. The core does not set FS, so the tool sets it while Zstandard runs.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_pack.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "plat/plat.h"

#if HAVE_STATIC_ZSTD
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

void spy_pack_no_memory(void) __attribute__((noreturn));
void spy_pack_no_memory(void) { plat_assert_fail("Zstandard asks for nothing", __FILE__, __LINE__); }

/* Level 1 with a match table that fits into the host's L1 cache. It is an eighth faster than the default table, and the
 * traces are about 1 % larger. */
enum { LEVEL = 1, HASH_LOG = 12 };

static void *workspace;
static ZSTD_CCtx *context;

/* The memory to which FS points. The word at byte 40 is the guard of the stack protector. */
static UWord segment[8];

static Bool make_context(void) {
  if (context) return True;
  ZSTD_compressionParameters parameters = ZSTD_getCParams(LEVEL, TRACE_RAW_MAX, 0);
  parameters.hashLog = HASH_LOG;
  const SizeT bytes = ZSTD_estimateCCtxSize_usingCParams(parameters);
  workspace = plat_alloc(bytes + 16);
  context = ZSTD_initStaticCCtx(workspace, bytes);
  return context && !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL)) &&
         !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_hashLog, HASH_LOG));
}

static void set_segment(const void *base) {
  const Word error = spy_core_syscall(SPY_SYS_ARCH_PRCTL, SPY_ARCH_SET_FS, (UWord)base, 0, 0, 0, 0);
  plat_assert(error == 0);
}

uint32_t spy_pack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n) {
  (void)closure;
  set_segment(segment);
  SizeT bytes = 0;
  if (make_context()) bytes = ZSTD_compress2(context, to, room, from, n);
  const Bool failed = ZSTD_isError(bytes);
  set_segment(NULL);
  return failed ? 0 : (uint32_t)bytes;
}

void spy_pack_free(void) {
  plat_free(workspace);
  workspace = NULL;
  context = NULL;
}

#else

uint32_t spy_pack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n) {
  (void)closure, (void)to, (void)room, (void)from, (void)n;
  return 0;
}

void spy_pack_free(void) {}

#endif
