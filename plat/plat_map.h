/* plat_map.h: a map from 64-bit keys to 32-bit values. Keys cannot be removed.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A value that is not allowed as a key. */
#define PLAT_NO_KEY_AT_ALL (~(uint64_t)0)

typedef struct {
  uint64_t key; /* PLAT_NO_KEY_AT_ALL: the place is free */
  uint32_t value;
} plat_map_entry;

/* A map. If all fields are zero, it is empty. */
typedef struct {
  unsigned bits; /* log2 of the number of places in the table; 0: no table is allocated yet */
  uint64_t used;
  plat_map_entry *places;
} plat_map;

void plat_map_clear(plat_map *map);

/* Returns the place of a key in the table, or a free place if the map does not contain the key. The table must be
 * allocated. */
static inline plat_map_entry *plat_map_place(const plat_map *map, uint64_t key) {
  const uint64_t mask = ((uint64_t)1 << map->bits) - 1;
  uint64_t at = key * 0x9e3779b97f4a7c15u >> (64 - map->bits);
  while (map->places[at].key != key && map->places[at].key != PLAT_NO_KEY_AT_ALL) at = (at + 1) & mask;
  return &map->places[at];
}

/* Returns a pointer to the value of a key, or NULL if the map does not contain the key. The pointer is valid until the
 * next plat_map_add(). */
static inline uint32_t *plat_map_find(const plat_map *map, uint64_t key) {
  if (map->used == 0) return NULL;
  plat_map_entry *found = plat_map_place(map, key);
  return found->key == key ? &found->value : NULL;
}

/* Returns a pointer to the value of a key. If the map does not contain the key, adds it with the value 0. The pointer
 * is valid until the next call. */
uint32_t *plat_map_add(plat_map *map, uint64_t key);
