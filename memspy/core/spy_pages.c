/* spy_pages.c: see spy_pages.h.
 *
 * The linker gives the core ours in place of one of its own functions (memspy/local.mk). What it says here are hints: a
 * host that does not know them, or has no large pages, refuses them, and all is as it was.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/core/spy_pages.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

enum { HUGE_PAGES = 14, POPULATE_WRITE = 23 }; /* kinds of advice: MADV_... of <linux/mman.h> */

/* Bytes above which a mapping gets large pages: the core hands small blocks out of mappings that are as large. And
 * bytes from which on a call of the system takes less time than the exceptions. */
enum { LARGE = 4 << 20, CLEARED = 8192 };

static Bool left;

/* Of the pages that are as a whole in the range. */
static void advise(Addr start, SizeT bytes, UWord advice) {
  const Addr first = VG_PGROUNDUP(start), end = VG_PGROUNDDN(start + bytes);
  if (first < end && !left) spy_core_syscall(SPY_SYS_MADVISE, first, end - first, advice, 0, 0, 0);
}

void spy_pages_leave(void) { left = True; }

void spy_pages_made(Addr start, SizeT bytes) {
  if (bytes > LARGE) advise(start, bytes, HUGE_PAGES);
}

/* New blocks are cleared; of these the core makes some 40 MB when it reads the debug information of a C library. */
void *__wrap_vgPlain_memset(void *to, Int byte, SizeT n) {
  if (byte == 0 && n >= CLEARED) advise((Addr)to, n, POPULATE_WRITE);
  return __real_vgPlain_memset(to, byte, n);
}
