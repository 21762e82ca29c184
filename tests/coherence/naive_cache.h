/* naive_cache.h: a cache of the naive machine (naive.h), which looks through all ways of a set, each time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "machine/mach_config.h"

typedef struct {
  bool full;
  uint64_t line;   /* number of the line in it, when full */
  uint64_t used;   /* time of the way's last use, 0 for never; outlives the line */
  uint64_t filled; /* time of its last fill */
  bool newer;      /* of a last level: than memory */
} cache_way;

typedef struct {
  uint64_t sets; /* 0: the machine has no such cache */
  unsigned ways;
  mach_replacement policy;
  uint64_t random;
  cache_way *way; /* sets * ways */
} cache;

/* Makes an empty cache, or, where the size is 0, none. The ways are the caller's, to be freed. */
void naive_cache_init(cache *c, const mach_geometry *geometry, mach_replacement policy);

/* The way that holds the line, or NULL. */
cache_way *naive_cache_find(const cache *c, uint64_t line);

/* The way that the next fill of the line's set takes: full if that pushes a line out. */
cache_way *naive_cache_victim(cache *c, uint64_t line);

/* Fills a way with a line, at a time. */
void naive_cache_fill(cache_way *way, uint64_t line, uint64_t now);

/* Empties the way that holds the line, if one does. */
void naive_cache_drop(const cache *c, uint64_t line);
