/* bin_index.h: a hash index of records that the caller keeps in an array. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Maps a hash to the numbers of the records with this hash. If all fields are zero, the index is empty. */
typedef struct {
  uint32_t *places; /* number of the record + 1; 0: the entry is free */
  uint32_t *hashes; /* high half of the record's hash */
  unsigned bits;
  uint32_t used;
} bin_index;

/* Returns whether the record `number` is the wanted one. */
typedef bool bin_index_match(const void *closure, uint32_t number);

#define BIN_INDEX_NONE 0xffffffffu

/* Returns the number of the record that has the hash and that `match` accepts. Returns BIN_INDEX_NONE if there is
 * none. */
uint32_t bin_index_find(const bin_index *index, uint64_t hash, bin_index_match *match, const void *closure);

/* Adds a record that is not in the index. */
void bin_index_add(bin_index *index, uint64_t hash, uint32_t number);

/* Frees the memory of the index and empties it. */
void bin_index_clear(bin_index *index);

/* Mixes a number into a hash, and returns the new hash. The first hash can be any constant. */
static inline uint64_t bin_hash_mix(uint64_t hash, uint64_t number) {
  hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

/* Sorts numbers[0 .. n) in place, in the order that `before` defines. */
void bin_sort(uint32_t *numbers, uint32_t n, bool (*before)(const void *closure, uint32_t a, uint32_t b),
              const void *closure);
