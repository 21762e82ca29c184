/* spy_allocators.h: which functions hand out blocks of memory and take them back: spy_allocators.def.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_ALLOCATORS_H
#define MEMSPY_SPY_ALLOCATORS_H

#include "memspy/core/spy_valgrind.h"

/* What a function does. */
typedef enum {
  SPY_ALLOCATE,       /* returns a block, or NULL */
  SPY_ALLOCATE_PAGES, /* returns a block of whole pages, or NULL */
  SPY_STORE,          /* stores a block's address where its first argument points, and returns an int: 0, or an error */
  SPY_RESIZE,         /* returns the block that its first argument (NULL: none) has become, or NULL */
  SPY_RELEASE         /* takes the block back that is its first argument (NULL: none) */
} spy_allocator_kind;

/* A function of the table. */
typedef struct {
  const HChar *symbol;
  const HChar *name, *other; /* an operator's other names; else NULL */
  spy_allocator_kind kind;
  UInt bytes, count; /* arguments, from 1, whose product is the block's size; 0: none */
} spy_allocator;

/* The allocation function that starts at an address; NULL: none does. */
const spy_allocator *spy_allocator_at(Addr address);

/* Whether a function starts at an address by which calls end without a return: longjmp, or one that throws. */
Bool spy_allocator_jumps_at(Addr address);

/* Whether either is so: what happens there is reported, so that a block of code has to begin there. */
Bool spy_allocator_is_watched(Addr address);

/* Whether a function of that name hands out memory, or works for one that does: whose memory it is its callers say. */
Bool spy_allocator_has_frame(const HChar *name);

/* The size of a block of `count` times `bytes` bytes. pvalloc promises all of the last page, so that is the block's. A
 * product that overflows fails, and must not look like a size of 0, which releases. */
static inline SizeT spy_allocator_size(spy_allocator_kind kind, UWord bytes, UWord count) {
  UWord size;
  if (__builtin_mul_overflow(bytes, count, &size)) return 1;
  return kind == SPY_ALLOCATE_PAGES ? VG_PGROUNDUP(size) : size;
}

#endif
