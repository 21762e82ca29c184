/* spy_allocators.h: the functions that allocate and release memory: spy_allocators.def.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The effect of a function. */
typedef enum {
  SPY_ALLOCATE,       /* returns a block, or NULL */
  SPY_ALLOCATE_PAGES, /* returns a block of whole pages, or NULL */
  SPY_STORE,          /* stores a block's address at its first argument, and returns an int: 0, or an error */
  SPY_RESIZE,         /* returns the block that replaces its first argument (NULL: none), or NULL */
  SPY_RELEASE         /* releases the block that is its first argument (NULL: none) */
} spy_allocator_kind;

/* A function of the table. */
typedef struct {
  const HChar *symbol;
  const HChar *name, *other; /* other names of an operator; else NULL */
  spy_allocator_kind kind;
  UInt bytes, count; /* arguments, from 1, whose product is the size; 0: none */
} spy_allocator;

/* The allocation function that starts at an address; NULL: none. */
const spy_allocator *spy_allocator_at(Addr address);

/* Returns whether a function that ends calls without a return (longjmp, or one that throws) starts at an address. */
Bool spy_allocator_jumps_at(Addr address);

/* Returns whether spy_allocator_at() or spy_allocator_jumps_at() finds a function. Then calls of it are watched, and a
 * block of code must begin there. */
Bool spy_allocator_is_watched(Addr address);

/* Returns whether a function with that name allocates memory, or is part of one that does: the bin of the memory
 * depends on its callers. */
Bool spy_allocator_has_frame(const HChar *name);

/* The size of a block of `count` times `bytes` bytes. pvalloc rounds it up to whole pages. If the product overflows,
 * the allocation fails; then the result is not 0, since realloc with size 0 would release the block. */
static inline SizeT spy_allocator_size(spy_allocator_kind kind, UWord bytes, UWord count) {
  UWord size;
  if (__builtin_mul_overflow(bytes, count, &size)) return 1;
  return kind == SPY_ALLOCATE_PAGES ? VG_PGROUNDUP(size) : size;
}
