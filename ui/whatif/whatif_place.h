/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_place.h: allocates new addresses for moved data.
 *
 * Programs have addresses below 2^47. New addresses are from there to 2^48, in areas of equal size; different areas can
 * be in the memory of different nodes. Large blocks and variables keep the lowest 24 bits of their addresses, and so
 * their sets in all but the largest caches. Small blocks of one bin are contiguous, in the order of allocation, as an
 * allocator would place them: the block that was released last is reused first.
 *
 * With random addresses, blocks below 128 KB begin at random multiples of 16, as on a heap. Larger blocks and other
 * data keep their offset in the page and get random pages, as from the kernel. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Blocks of fewer bytes than this are small. */
enum { WHATIF_SMALL = 4096 };

/* The new place of a bin's data; for private data, of one thread's. */
typedef struct {
  uint64_t align;   /* a power of two; 0 or 1: none */
  uint64_t shift;   /* bytes added to the aligned address */
  uint64_t header;  /* bytes of the allocator before each small block */
  uint32_t area;    /* number of the area */
  GRand *scatter;   /* large objects get random addresses; NULL: they keep their lowest bits */
  uint64_t at, end; /* free part of the current chunk for small blocks; initially 0 */
} WhatifSite;

typedef struct WhatifPlaces WhatifPlaces;

WhatifPlaces *whatif_places_new(uint32_t n_areas);
void whatif_places_free(WhatifPlaces *places);

/* Returns the bytes of each area (a multiple of pages); the first address of an area. */
uint64_t whatif_places_span(const WhatifPlaces *places);
uint64_t whatif_places_area(const WhatifPlaces *places, uint32_t area);

/* Allocates an address for `bytes` bytes, at most about WHATIF_ROOM, with the old address `old`. is_block: it is a
 * heap block. Returns 0 if the area is full. */
uint64_t whatif_places_take(WhatifPlaces *places, WhatifSite *site, uint64_t old, uint64_t bytes, bool is_block);

/* Frees an address that whatif_places_take() returned for these arguments. */
void whatif_places_give(WhatifPlaces *places, const WhatifSite *site, uint64_t old, uint64_t address, uint64_t bytes,
                        bool is_block);
