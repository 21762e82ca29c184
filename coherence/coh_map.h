/* coh_map.h: 32-bit values by 64-bit keys, none of which is ever taken away.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_MAP_H
#define COHERENCE_COH_MAP_H

#include <stdint.h>

/* Not a key. */
#define COH_NO_KEY_AT_ALL (~(uint64_t)0)

typedef struct {
  uint64_t key; /* COH_NO_KEY_AT_ALL: no entry */
  uint32_t value;
} coh_map_entry;

/* All zero: empty. */
typedef struct {
  unsigned bits; /* 1 << bits places; 0: none */
  uint64_t used;
  coh_map_entry *places;
} coh_map;

/* Frees what the map took. */
void coh_map_clear(coh_map *map);

/* The value of a key, or NULL when it has none. Valid until the next coh_map_add(). */
uint32_t *coh_map_find(const coh_map *map, uint64_t key);

/* The value of a key, which becomes 0 if it had none. Valid until the next call. */
uint32_t *coh_map_add(coh_map *map, uint64_t key);

#endif
