/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/whatif/whatif_place.h"

#include "ui/base/ui_number.h"

enum {
  KEPT_BITS = 24, /* number of the lowest bits of an address that are kept */
  GUARD = WHATIF_SMALL,
  GRANULE = 16,             /* in bytes: alignment of small heap blocks */
  MAPPED_ALONE = 128 << 10, /* in bytes: most allocators map blocks of at least this size separately */
  PAGE = 4096
};

/* The first new address, which is also the number of new addresses. */
static const uint64_t FIRST = UINT64_C(1) << 47;

/* The key of a stack of free addresses, which have the same site and size. */
typedef struct {
  const WhatifSite *site;
  uint64_t old; /* old address of a large object; 0 for small blocks */
  uint64_t bytes;
} Hole;

struct WhatifPlaces {
  uint64_t *next; /* indexed by area */
  uint32_t n_areas;
  GHashTable *holes; /* Hole * -> GArray of uint64_t, the free addresses */
};

static guint hash_hole(gconstpointer key) {
  const Hole *hole = key;
  const uint64_t mixed = (hole->old ^ hole->bytes << 32 ^ GPOINTER_TO_SIZE(hole->site)) * UINT64_C(0x9e3779b97f4a7c15);
  return (guint)(mixed >> 32);
}

static gboolean is_same_hole(gconstpointer one, gconstpointer other) {
  const Hole *a = one, *b = other;
  return a->site == b->site && a->old == b->old && a->bytes == b->bytes;
}

static void free_addresses(gpointer addresses) { g_array_free(addresses, TRUE); }

uint64_t whatif_places_span(const WhatifPlaces *places) { return FIRST / places->n_areas >> KEPT_BITS << KEPT_BITS; }

uint64_t whatif_places_area(const WhatifPlaces *places, uint32_t area) {
  return FIRST + area * whatif_places_span(places);
}

WhatifPlaces *whatif_places_new(uint32_t n_areas) {
  WhatifPlaces *places = g_new0(WhatifPlaces, 1);
  places->n_areas = n_areas;
  places->next = g_new(uint64_t, n_areas);
  for (uint32_t i = 0; i < n_areas; i++) places->next[i] = whatif_places_area(places, i);
  places->holes = g_hash_table_new_full(hash_hole, is_same_hole, g_free, free_addresses);
  return places;
}

void whatif_places_free(WhatifPlaces *places) {
  g_hash_table_destroy(places->holes);
  g_free(places->next);
  g_free(places);
}

/* Returns the end of the site's area. The last granule of the area is not used, because a replay supports only
 * addresses below 2^48, without the last granule of a block. */
static uint64_t end_of(const WhatifPlaces *places, const WhatifSite *site) {
  return whatif_places_area(places, site->area) + whatif_places_span(places) - GRANULE;
}

static uint64_t alignment(const WhatifSite *site) { return MAX(site->align, 1); }

/* Returns a random address that has the same offset as `old` in its granule or page. */
static uint64_t scatter(GRand *random, uint64_t old, uint64_t bytes, bool is_block) {
  const uint64_t granule = is_block && bytes < MAPPED_ALONE ? GRANULE : PAGE;
  return (uint64_t)g_rand_int(random) * granule + (old & (granule - 1));
}

/* Returns the first address that follows all used addresses of the site's area and has the same lowest bits as
 * `old`. */
static uint64_t like(const WhatifPlaces *places, const WhatifSite *site, uint64_t old) {
  const uint64_t unit = UINT64_C(1) << KEPT_BITS;
  return ui_number_round_up(places->next[site->area], unit) + (old & (unit - 1));
}

/* Allocates unused memory whose address has the same lowest bits as `old`, except for alignment. */
static uint64_t take_large(WhatifPlaces *places, const WhatifSite *site, uint64_t old, uint64_t bytes) {
  const uint64_t address = ui_number_round_up(like(places, site, old), alignment(site)) + site->shift;
  places->next[site->area] = address + bytes + GUARD;
  return address;
}

/* Allocates a small heap block from a chunk of 2^KEPT_BITS bytes. The address of a chunk has the same lowest bits as
 * the old address of its first block. Otherwise, the chunks of several bins would begin in the same cache sets. */
static uint64_t take_small(WhatifPlaces *places, WhatifSite *site, uint64_t old, uint64_t bytes) {
  const uint64_t unit = MAX(alignment(site), GRANULE), header = site->header, shift = site->shift;
  uint64_t address = ui_number_round_up(site->at + header, unit) + shift;
  if (site->at == 0 || address + bytes > site->end) {
    site->at = like(places, site, old & ~(uint64_t)(GRANULE - 1));
    site->end = site->at + (UINT64_C(1) << KEPT_BITS) + unit + shift + header;
    places->next[site->area] = site->end;
    address = ui_number_round_up(site->at + header, unit) + shift;
  }
  site->at = address + bytes;
  return address;
}

static Hole hole_of(const WhatifSite *site, uint64_t old, uint64_t bytes, bool is_small) {
  return (Hole){site, is_small ? 0 : old, bytes};
}

uint64_t whatif_places_take(WhatifPlaces *places, WhatifSite *site, uint64_t old, uint64_t bytes, bool is_block) {
  const bool is_small = is_block && bytes < WHATIF_SMALL;
  const Hole hole = hole_of(site, old, bytes, is_small);
  GArray *free = g_hash_table_lookup(places->holes, &hole);
  if (free == NULL || free->len == 0) {
    const uint64_t from = site->scatter != NULL && !is_small ? scatter(site->scatter, old, bytes, is_block) : old;
    const uint64_t next = is_small ? take_small(places, site, old, bytes) : take_large(places, site, from, bytes);
    return next + bytes <= end_of(places, site) ? next : 0;
  }
  const uint64_t address = g_array_index(free, uint64_t, free->len - 1);
  g_array_set_size(free, free->len - 1);
  return address;
}

void whatif_places_give(WhatifPlaces *places, const WhatifSite *site, uint64_t old, uint64_t address, uint64_t bytes,
                        bool is_block) {
  const Hole hole = hole_of(site, old, bytes, is_block && bytes < WHATIF_SMALL);
  GArray *free = g_hash_table_lookup(places->holes, &hole);
  if (free == NULL) {
    free = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    g_hash_table_insert(places->holes, g_memdup2(&hole, sizeof hole), free);
  }
  g_array_append_val(free, address);
}
