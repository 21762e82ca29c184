/* naive_cache.h: a cache of the naive machine (naive.h), which always searches all ways of a set.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "machine/mach_config.h"

typedef struct {
  bool full;
  uint64_t line;   /* number of the line in it, if the way is full */
  uint64_t used;   /* time of the way's last use, 0: never; remains when the line is gone */
  uint64_t filled; /* time of its last fill */
  unsigned older;  /* how often RRIP made the way's line older, since its last use or its fill */
  bool newer;      /* in a last level: newer than memory */
} cache_way;

typedef struct {
  uint64_t sets; /* 0: the machine does not have this cache */
  unsigned ways;
  mach_replacement policy;
  bool hashed; /* the set also depends on higher bits */
  uint64_t random;
  cache_way *way; /* sets * ways of them */
} cache;

/* Makes an empty cache, or, if the size is 0, no cache. The caller frees the ways. */
void naive_cache_init(cache *c, const mach_geometry *geometry, mach_replacement policy);

/* Returns the way that holds the line, or NULL. */
cache_way *naive_cache_find(const cache *c, uint64_t line);

/* Returns the way that the next fill of the line's set uses. If the way is full, the fill evicts its line. */
cache_way *naive_cache_victim(cache *c, uint64_t line);

/* Records a use of the way's line at a given time. */
void naive_cache_use(cache_way *way, uint64_t now);

/* Fills a way with a line at a given time. */
void naive_cache_fill(cache_way *way, uint64_t line, uint64_t now);

/* Empties the way that holds the line, if there is one. */
void naive_cache_drop(const cache *c, uint64_t line);
