/* bin_map.h: maps an address to the bin that contains it.
 *
 * The structure is that of the paper's section 5.5: a tree of arrays, indexed by successive bits of the address. If all
 * memory below a node belongs to one bin, the search ends there. Within a page, the pieces of the ranges are in a
 * sorted array. A map is one layer of ranges that do not overlap. Several layers (named ranges over heap blocks over
 * mappings) are several maps, which are searched one after the other.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The type of the value of a range. Values are at most BIN_MAP_VALUE_MAX. */
typedef uint32_t bin_value;
#define BIN_MAP_VALUE_MAX 0x1fffffffu
#define BIN_MAP_NOTHING 0xffffffffu

/* The number of bits of an address: all addresses are below 2^BIN_MAP_BITS. */
enum { BIN_MAP_BITS = 48 };

typedef struct bin_map bin_map;

/* Makes an empty map; free with bin_map_free(). */
bin_map *bin_map_new(void);
void bin_map_free(bin_map *map);

/* Inserts the range [start, start + bytes) with a value. It replaces the earlier values of these addresses. */
void bin_map_insert(bin_map *map, uint64_t start, uint64_t bytes, bin_value value);

/* Removes [start, start + bytes), and cuts the ranges at its ends if necessary. */
void bin_map_remove(bin_map *map, uint64_t start, uint64_t bytes);

/* Removes the range that was inserted at exactly `start`, and returns its remaining length in bytes. Returns 0 if there
 * is no such range. */
uint64_t bin_map_remove_at(bin_map *map, uint64_t start);

/* Returns the value at an address, or BIN_MAP_NOTHING. Sets [*low, *high) to an interval around the address in which
 * all addresses have this value. It is not necessarily the longest such interval. */
bin_value bin_map_lookup(const bin_map *map, uint64_t address, uint64_t *low, uint64_t *high);

/* Returns the start of the range that contains an address, as it was inserted. Returns 0 if there is no such range, or
 * if its start was cut off. */
uint64_t bin_map_start(const bin_map *map, uint64_t address);

/* Receives a range [start, start + bytes) and its value. */
typedef void bin_map_visitor(void *closure, uint64_t start, uint64_t bytes, bin_value value);

/* Calls `visit` for each range, in the order of addresses, without the parts that were cut off. The map must not change
 * during the visits. */
void bin_map_visit(const bin_map *map, bin_map_visitor *visit, void *closure);

bool bin_map_is_empty(const bin_map *map);
