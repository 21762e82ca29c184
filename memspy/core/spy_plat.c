/* spy_plat.c: implements plat/plat.h on Valgrind.
 *
 * Each large block has its own pages: unused pages take no memory, and freed pages return to the host. In a heap,
 * growing arrays would leave holes that no later block fills.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/core/spy_valgrind.h"
#include "plat/plat.h"

enum { LARGE = 256 * 1024 };

/* The header of a large block, at the start of its pages. */
typedef struct large {
  struct large *next;
  SizeT bytes; /* bytes of the pages */
} large;
static large *larges;

static void *alloc_large(SizeT bytes) {
  const SizeT pages = VG_PGROUNDUP(bytes + SPY_HOST_LINE);
  large *made = spy_core_pages("spy.core", pages);
  *made = (large){larges, pages};
  larges = made;
  return (HChar *)made + SPY_HOST_LINE;
}

/* Frees a large block. Returns False if the block is not large. */
static Bool free_large(void *block) {
  if ((Addr)block % VKI_PAGE_SIZE != SPY_HOST_LINE) return False;
  large *const freed = (large *)(void *)((HChar *)block - SPY_HOST_LINE);
  for (large **at = &larges; *at; at = &(*at)->next) {
    if (*at != freed) continue;
    *at = freed->next;
    VG_(am_munmap_valgrind)((Addr)freed, freed->bytes);
    return True;
  }
  return False;
}

void *plat_alloc(size_t bytes) {
  void *block = bytes >= LARGE ? alloc_large(bytes) : VG_(calloc)("spy.core", 1, bytes != 0 ? bytes : 1);
  return block;
}

void plat_free(void *block) {
  if (!free_large(block)) VG_(free)(block);
}

void plat_assert_fail(const char *expression, const char *file, int line) {
  VG_(assert_fail)(False, expression, file, line, "memspy", "");
  __builtin_unreachable();
}

void plat_log(const char *message) { VG_(umsg)("%s\n", message); }
