/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_place.h: allocates new addresses for data that are moved.
 *
 * Programs use addresses below 2^47. New addresses are from 2^47 to 2^48, and are divided into areas of equal size.
 * Different areas can be in the memory of different nodes. Large blocks and variables keep the lowest 24 bits of their
 * addresses. Therefore, they stay in the same cache sets, except in caches with more than 16 MB for each way. Small
 * blocks of one bin are contiguous in the order of their allocation, as an allocator would place them. The block that
 * was released last is reused first.
 *
 * With random addresses, blocks below 128 KB begin at random multiples of 16, as on a heap. Larger blocks and other
 * data get random pages, as from the kernel, and keep their offset in the page. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Heap blocks with fewer bytes than this are small. */
enum { WHATIF_SMALL = 4096 };

/* The new place for the data of a bin, or for the private data of one thread. */
typedef struct {
  uint64_t align;   /* alignment, a power of two; 0 or 1: none */
  uint64_t shift;   /* number of bytes that are added to the aligned address */
  uint64_t header;  /* number of bytes before each small block that the allocator uses */
  uint32_t area;    /* number of the area that contains the data */
  GRand *scatter;   /* source of random addresses for large objects; NULL: large objects keep their lowest bits */
  uint64_t at, end; /* free part of the current chunk for small blocks; initially 0 */
} WhatifSite;

typedef struct WhatifPlaces WhatifPlaces;

WhatifPlaces *whatif_places_new(uint32_t n_areas);
void whatif_places_free(WhatifPlaces *places);

/* The next two functions return the size of each area in bytes, which is a multiple of the page size, and the first
 * address of an area. */
uint64_t whatif_places_span(const WhatifPlaces *places);
uint64_t whatif_places_area(const WhatifPlaces *places, uint32_t area);

/* Allocates an address for `bytes` bytes, at most about WHATIF_ROOM. `old` is the old address. is_block: whether the
 * data are a heap block. Returns 0 if the area is full. */
uint64_t whatif_places_take(WhatifPlaces *places, WhatifSite *site, uint64_t old, uint64_t bytes, bool is_block);

/* Releases an address that whatif_places_take() has returned for the same arguments. */
void whatif_places_give(WhatifPlaces *places, const WhatifSite *site, uint64_t old, uint64_t address, uint64_t bytes,
                        bool is_block);
