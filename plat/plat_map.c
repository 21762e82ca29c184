/* plat_map.c: a hash table with linear probing, at most half full. SPDX-License-Identifier: GPL-2.0-or-later */
#include "plat/plat_map.h"

#include "plat/plat.h"

enum { FIRST_BITS = 8 };

void plat_map_clear(plat_map *map) {
  plat_free(map->places);
  *map = (plat_map){0};
}

uint32_t *plat_map_add(plat_map *map, uint64_t key) {
  if (map->bits == 0 || map->used * 2 >= (uint64_t)1 << map->bits) {
    const plat_map old = *map;
    map->bits = old.bits == 0 ? FIRST_BITS : old.bits + 1;
    map->places = plat_alloc(sizeof *map->places << map->bits);
    for (uint64_t i = 0; i < (uint64_t)1 << map->bits; i++) map->places[i].key = PLAT_NO_KEY_AT_ALL;
    for (uint64_t i = 0; old.bits != 0 && i < (uint64_t)1 << old.bits; i++)
      if (old.places[i].key != PLAT_NO_KEY_AT_ALL) *plat_map_place(map, old.places[i].key) = old.places[i];
    plat_free(old.places);
  }
  plat_map_entry *at = plat_map_place(map, key);
  if (at->key != key) {
    map->used++;
    *at = (plat_map_entry){.key = key};
  }
  return &at->value;
}
