/* spy_allocators.h: the functions that allocate and release memory, as a table that is made from spy_allocators.def.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The effect of a function. */
typedef enum {
  SPY_ALLOCATE,       /* returns a block, or NULL */
  SPY_ALLOCATE_ZEROS, /* as SPY_ALLOCATE, for a block of zeros: the function possibly writes the block */
  SPY_ALLOCATE_PAGES, /* returns a block of whole pages, or NULL */
  SPY_STORE,          /* stores a block's address at its first argument, and returns an int: 0 on success, or an error
                         number */
  SPY_RESIZE,         /* returns a block that replaces the block of its first argument, or NULL; if the first argument
                         is NULL, there is no old block */
  SPY_RELEASE         /* releases the block that is its first argument; if that is NULL, does nothing */
} spy_allocator_kind;

/* A function of the table. */
typedef struct {
  const HChar *symbol;
  const HChar *name, *other; /* other names of an operator; for other functions NULL */
  spy_allocator_kind kind;
  UInt bytes, count; /* numbers, from 1, of the arguments whose product is the size; 0: none */
} spy_allocator;

/* Returns the allocation function that starts at an address, or NULL if there is none. */
const spy_allocator *spy_allocator_at(Addr address);

/* Returns whether a function that ends calls without a return (longjmp, or one that throws) starts at an address. */
Bool spy_allocator_jumps_at(Addr address);

/* Returns whether spy_allocator_at() or spy_allocator_jumps_at() finds a function. If so, calls of this function are
 * watched, and a block of code must begin at the address. */
Bool spy_allocator_is_watched(Addr address);

/* Returns whether a function with that name allocates memory, or is part of a function that does. The bin of such
 * memory depends on the callers of the function. */
Bool spy_allocator_has_frame(const HChar *name);

/* Returns the size of a block of `count` times `bytes` bytes. For pvalloc, rounds it up to whole pages. If the product
 * overflows, the allocation fails; in this case, the result is not 0, since realloc with size 0 would release the
 * block. */
static inline SizeT spy_allocator_size(spy_allocator_kind kind, UWord bytes, UWord count) {
  UWord size;
  if (__builtin_mul_overflow(bytes, count, &size)) return 1;
  return kind == SPY_ALLOCATE_PAGES ? VG_PGROUNDUP(size) : size;
}
