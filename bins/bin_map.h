/* bin_map.h: from an address to the bin whose memory it is in.
 *
 * The paper's structure (section 5.5): a tree of arrays indexed by successive bits of the address, in which
 * memory that belongs to one bin as a whole ends the walk early. Within a page, the pieces are a sorted
 * array. A map is one layer: it holds ranges that do not overlap. Layers (named ranges over heap blocks over
 * mappings) are several maps, asked in turn.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_MAP_H
#define BINS_BIN_MAP_H

#include <stdbool.h>
#include <stdint.h>

/* A value that a range is given: at most BIN_MAP_VALUE_MAX. */
typedef uint32_t bin_value;
#define BIN_MAP_VALUE_MAX 0x1fffffffu
#define BIN_MAP_NOTHING 0xffffffffu

/* Addresses are below 2^BIN_MAP_BITS. */
enum { BIN_MAP_BITS = 48 };

typedef struct bin_map bin_map;

/* Makes an empty map; free with bin_map_free(). */
bin_map *bin_map_new(void);
void bin_map_free(bin_map *map);

/* Gives [start, start + bytes) a value, as one range; what was there is cut away first. */
void bin_map_insert(bin_map *map, uint64_t start, uint64_t bytes, bin_value value);

/* Takes [start, start + bytes) out of the map, cutting ranges at its ends where need be. */
void bin_map_remove(bin_map *map, uint64_t start, uint64_t bytes);

/* Takes out the range that was inserted at exactly `start`. Returns its length, or 0 when none starts
 * there. (A range cut since is shorter.) */
uint64_t bin_map_remove_at(bin_map *map, uint64_t start);

/* The value at an address, or BIN_MAP_NOTHING. [*low, *high) is set to a stretch around the address with
 * that answer, not necessarily the longest. */
bin_value bin_map_lookup(const bin_map *map, uint64_t address, uint64_t *low, uint64_t *high);

/* Where the range that an address is in was inserted; 0: there is none, or its start was cut off since. */
uint64_t bin_map_start(const bin_map *map, uint64_t address);

/* Takes a range [start, start + bytes) and its value; what was cut off is not told. */
typedef void bin_map_visitor(void *closure, uint64_t start, uint64_t bytes, bin_value value);

/* Calls visit for each range, by address. The map must not change meanwhile. */
void bin_map_visit(const bin_map *map, bin_map_visitor *visit, void *closure);

/* Whether nothing is in it. */
bool bin_map_is_empty(const bin_map *map);

#endif
