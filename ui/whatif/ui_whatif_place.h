/* ui_whatif_place.h: addresses for what is moved: of memory that no program has.
 *
 * Where they are scattered, blocks of less than 128 KB begin at random multiples of 16, as on a heap that grew, and
 * what is larger, and what is no block, at its own place in random pages, as the kernel gives them.
 *
 * Programs have addresses below 2^47; what is moved lies above, up to 2^48, in areas of one size: data in different
 * ones can be in the memory of different nodes. What is large, and each variable, keeps the lowest 24 bits of its
 * address, and so its sets in all caches but the largest. Small blocks of one bin lie side by side, in the order of
 * their allocation, as an allocator would lay them: what was released last is used first.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_PLACE_H
#define UI_UI_WHATIF_PLACE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Blocks of fewer bytes than this are small. */
enum { UI_WHATIF_SMALL = 4096 };

/* Where things of one bin go; of private ones, those of one thread. */
typedef struct {
  uint64_t align;   /* a power of two: each begins at a multiple of it; 0, 1: anywhere */
  uint64_t shift;   /* and so much behind that, bytes */
  uint64_t header;  /* of the allocator, before each small block, bytes */
  uint32_t area;    /* number */
  GRand *scatter;   /* what is large goes to random addresses; NULL: it keeps the lowest bits of its own */
  uint64_t at, end; /* of the memory for small blocks; 0 at first */
} UiWhatifSite;

typedef struct UiWhatifPlaces UiWhatifPlaces;

UiWhatifPlaces *ui_whatif_places_new(uint32_t n_areas);
void ui_whatif_places_free(UiWhatifPlaces *places);

/* Bytes of each area, whole pages; where an area begins. */
uint64_t ui_whatif_places_span(const UiWhatifPlaces *places);
uint64_t ui_whatif_places_area(const UiWhatifPlaces *places, uint32_t area);

/* An address for `bytes` bytes, at most UI_WHATIF_ROOM and somewhat, that were at `old`; 0: there is none left.
 * is_block: it may be a small block. */
uint64_t ui_whatif_places_take(UiWhatifPlaces *places, UiWhatifSite *site, uint64_t old, uint64_t bytes, bool is_block);

/* What was taken with these arguments is free again. */
void ui_whatif_places_give(UiWhatifPlaces *places, const UiWhatifSite *site, uint64_t old, uint64_t address,
                           uint64_t bytes, bool is_block);

#endif
