/* ui_whatif_place.c: see ui_whatif_place.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/whatif/ui_whatif_place.h"

#include "ui/base/ui_number.h"

enum {
  KEPT_BITS = 24, /* of an address */
  GUARD = UI_WHATIF_SMALL,
  GRANULE = 16 /* small blocks begin at multiples */
};

/* Addresses. A replay takes those below 2^48, but for what is left of a block's last granule. */
static const uint64_t FIRST = UINT64_C(1) << 47, END = (UINT64_C(1) << 48) - GRANULE;

/* What is free: a stack of addresses for each kind of hole. */
typedef struct {
  const UiWhatifSite *site;
  uint64_t old; /* of what is large: where it was; else 0 */
  uint64_t bytes;
} Hole;

struct UiWhatifPlaces {
  uint64_t next;
  GHashTable *holes; /* Hole *: GArray of uint64_t */
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

UiWhatifPlaces *ui_whatif_places_new(void) {
  UiWhatifPlaces *places = g_new0(UiWhatifPlaces, 1);
  places->next = FIRST;
  places->holes = g_hash_table_new_full(hash_hole, is_same_hole, g_free, free_addresses);
  return places;
}

void ui_whatif_places_free(UiWhatifPlaces *places) {
  g_hash_table_destroy(places->holes);
  g_free(places);
}

static uint64_t alignment(const UiWhatifSite *site) { return MAX(site->align, 1); }

/* The first address that nothing is behind and whose lowest bits are those of `old`. */
static uint64_t like(const UiWhatifPlaces *places, uint64_t old) {
  const uint64_t unit = UINT64_C(1) << KEPT_BITS;
  return ui_number_round_up(places->next, unit) + (old & (unit - 1));
}

/* Memory that nothing else is in; the lowest bits are those of `old`, as far as alignment lets them. */
static uint64_t take_large(UiWhatifPlaces *places, const UiWhatifSite *site, uint64_t old, uint64_t bytes) {
  const uint64_t address = ui_number_round_up(like(places, old), alignment(site)) + site->shift;
  places->next = address + bytes + GUARD;
  return address;
}

/* Memory for small blocks is taken in pieces of 2^KEPT_BITS bytes, each of which begins where the block was that it is
 * taken for: pieces of several bins would else be in the same sets. */

static uint64_t take_small(UiWhatifPlaces *places, UiWhatifSite *site, uint64_t old, uint64_t bytes) {
  const uint64_t unit = MAX(alignment(site), GRANULE), header = site->header, shift = site->shift;
  uint64_t address = ui_number_round_up(site->at + header, unit) + shift;
  if (site->at == 0 || address + bytes > site->end) {
    site->at = like(places, old & ~(uint64_t)(GRANULE - 1));
    site->end = site->at + (UINT64_C(1) << KEPT_BITS) + unit + shift + header;
    places->next = site->end;
    address = ui_number_round_up(site->at + header, unit) + shift;
  }
  site->at = address + bytes;
  return address;
}

static Hole hole_of(const UiWhatifSite *site, uint64_t old, uint64_t bytes, bool is_small) {
  return (Hole){site, is_small ? 0 : old, bytes};
}

uint64_t ui_whatif_places_take(UiWhatifPlaces *places, UiWhatifSite *site, uint64_t old, uint64_t bytes,
                               bool is_block) {
  const bool is_small = is_block && bytes < UI_WHATIF_SMALL;
  const Hole hole = hole_of(site, old, bytes, is_small);
  GArray *free = g_hash_table_lookup(places->holes, &hole);
  if (free == NULL || free->len == 0) {
    const uint64_t next = is_small ? take_small(places, site, old, bytes) : take_large(places, site, old, bytes);
    return next + bytes <= END ? next : 0;
  }
  const uint64_t address = g_array_index(free, uint64_t, free->len - 1);
  g_array_set_size(free, free->len - 1);
  return address;
}

void ui_whatif_places_give(UiWhatifPlaces *places, const UiWhatifSite *site, uint64_t old, uint64_t address,
                           uint64_t bytes, bool is_block) {
  const Hole hole = hole_of(site, old, bytes, is_block && bytes < UI_WHATIF_SMALL);
  GArray *free = g_hash_table_lookup(places->holes, &hole);
  if (free == NULL) {
    free = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    g_hash_table_insert(places->holes, g_memdup2(&hole, sizeof hole), free);
  }
  g_array_append_val(free, address);
}
