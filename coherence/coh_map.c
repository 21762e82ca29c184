/* coh_map.c: a hash table with linear probing, at most half full. SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_map.h"

#include "coherence/plat.h"

enum { FIRST_BITS = 8 };

void coh_map_clear(coh_map *map) {
  plat_free(map->places);
  *map = (coh_map){0};
}

uint32_t *coh_map_add(coh_map *map, uint64_t key) {
  if (map->bits == 0 || map->used * 2 >= (uint64_t)1 << map->bits) {
    const coh_map old = *map;
    map->bits = old.bits == 0 ? FIRST_BITS : old.bits + 1;
    map->places = plat_alloc(sizeof *map->places << map->bits);
    for (uint64_t i = 0; i < (uint64_t)1 << map->bits; i++) map->places[i].key = COH_NO_KEY_AT_ALL;
    for (uint64_t i = 0; old.bits != 0 && i < (uint64_t)1 << old.bits; i++)
      if (old.places[i].key != COH_NO_KEY_AT_ALL) *coh_map_place(map, old.places[i].key) = old.places[i];
    plat_free(old.places);
  }
  coh_map_entry *at = coh_map_place(map, key);
  if (at->key != key) {
    map->used++;
    *at = (coh_map_entry){.key = key};
  }
  return &at->value;
}
