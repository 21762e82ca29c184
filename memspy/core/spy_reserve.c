/* spy_reserve.c: see spy_reserve.h.
 *
 * Wraps the core's function that allocates pages (memspy/local.mk). The reserve consists of several pieces, so that a
 * single large request does not take all of it.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_reserve.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_pages.h"

/* The reserve is 1/PART of the limit, within bounds, in PIECES pieces. */
enum { PART = 16, PIECES = 4, ADDRESS_SPACE = 9 /* RLIMIT_AS of <linux/resource.h> */ };
#define LEAST (64ULL << 20)
#define MOST (1024ULL << 20)

static struct {
  Addr start;
  SizeT bytes;
} pieces[PIECES];
static Bool is_made, is_used;
static void (*tell)(void);

static void make(ULong bytes) {
  if (is_made) return;
  is_made = True;
  for (UInt i = 0; i < PIECES; i++) {
    const SizeT size = VG_PGROUNDUP(bytes / PIECES);
    const SysRes result = __real_vgPlain_am_mmap_anon_float_valgrind(size);
    if (sr_isError(result)) return;
    pieces[i].start = sr_Res(result);
    pieces[i].bytes = size;
  }
}

void spy_reserve_start(void (*when_used)(void)) {
  struct vki_rlimit limit;
  tell = when_used;
  if (VG_(getrlimit)(ADDRESS_SPACE, &limit) != 0 || limit.rlim_cur == ~0UL) return;
  const ULong part = limit.rlim_cur / PART;
  make(part < LEAST ? LEAST : part < MOST ? part : MOST);
}

void spy_reserve_before_limit(void) { make(LEAST); }

Bool spy_reserve_is_used(void) { return is_used; }

/* Returns a piece to the system. Returns False if there was none. */
static Bool give_back(void) {
  for (UInt i = 0; i < PIECES; i++) {
    if (pieces[i].bytes == 0) continue;
    VG_(am_munmap_valgrind)(pieces[i].start, pieces[i].bytes);
    pieces[i].bytes = 0;
    if (!is_used && tell) tell();
    return is_used = True;
  }
  return False;
}

/* Allocates pages for the core's translations and their tables, and for its allocator. */
SysRes __wrap_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes) {
  SysRes result;
  do result = __real_vgPlain_am_mmap_anon_float_valgrind(bytes);
  while (sr_isError(result) && give_back());
  if (!sr_isError(result)) spy_pages_made(sr_Res(result), bytes);
  return result;
}

/* Allocates pages for the tool. */
#if SHADOW_ALLOC_REPORTS_ERRORS
SysRes __wrap_vgPlain_am_shadow_alloc(SizeT bytes) {
  SysRes result;
  do result = __real_vgPlain_am_shadow_alloc(bytes);
  while (sr_isError(result) && give_back());
  return result;
}
#else
void *__wrap_vgPlain_am_shadow_alloc(SizeT bytes) {
  void *result;
  do result = __real_vgPlain_am_shadow_alloc(bytes);
  while (!result && give_back());
  return result;
}
#endif
