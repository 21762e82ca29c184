/* spy_pages.c: see spy_pages.h.
 *
 * Wraps a function of the core (memspy/local.mk). All its system calls are hints: a host that does not support one
 * refuses it, which has no effect.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_pages.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

enum { HUGE_PAGES = 14, POPULATE_WRITE = 23 }; /* MADV_... of <linux/mman.h> */

/* LARGE: mappings above this size get large pages, since the core takes small blocks from large mappings. CLEARED: from
 * this size on, a system call is faster than the page faults. */
enum { LARGE = 4 << 20, CLEARED = 8192 };

static Bool left;

/* Gives advice on the whole pages in a range. */
static void advise(Addr start, SizeT bytes, UWord advice) {
  const Addr first = VG_PGROUNDUP(start), end = VG_PGROUNDDN(start + bytes);
  if (first < end && !left) spy_core_syscall(SPY_SYS_MADVISE, first, end - first, advice, 0, 0, 0);
}

void spy_pages_leave(void) { left = True; }

void spy_pages_made(Addr start, SizeT bytes) {
  if (bytes > LARGE) advise(start, bytes, HUGE_PAGES);
}

/* The core clears new blocks, about 40 MB when it reads the debug information of a C library. */
void *__wrap_vgPlain_memset(void *to, Int byte, SizeT n) {
  if (byte == 0 && n >= CLEARED) advise((Addr)to, n, POPULATE_WRITE);
  return __real_vgPlain_memset(to, byte, n);
}
