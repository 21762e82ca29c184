/* naive_cache.c: see naive_cache.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_cache.h"

#include <assert.h>
#include <stdlib.h>

void naive_cache_init(cache *c, const mach_geometry *geometry, mach_replacement policy) {
  c->sets = 0;
  c->way = NULL;
  if (geometry->size == 0) return;
  c->sets = geometry->size / geometry->line / geometry->ways;
  c->ways = geometry->ways;
  c->policy = policy;
  c->random = 0x9e3779b97f4a7c15;
  c->way = calloc(c->sets * c->ways, sizeof *c->way);
  assert(c->way);
}

static cache_way *cache_set(const cache *c, uint64_t line) {
  const uint64_t low = line % c->sets, above = line / c->sets % c->sets;
  return &c->way[(c->hashed ? low ^ above : low) * c->ways];
}

cache_way *naive_cache_find(const cache *c, uint64_t line) {
  cache_way *set = cache_set(c, line);
  for (unsigned w = 0; w < c->ways; w++)
    if (set[w].full && set[w].line == line) return &set[w];
  return NULL;
}

static unsigned oldest_use(const cache_way *set, unsigned ways) {
  unsigned victim = 0;
  for (unsigned w = 1; w < ways; w++)
    if (set[w].used < set[victim].used) victim = w;
  return victim;
}

static unsigned oldest_fill(const cache_way *set, unsigned ways) {
  unsigned victim = 0;
  for (unsigned w = 1; w < ways; w++)
    if (set[w].filled < set[victim].filled) victim = w;
  return victim;
}

static unsigned random_way(cache *c) {
  uint64_t x = c->random;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  c->random = x;
  const uint64_t next = x * 0x2545f4914f6cdd1d;
  return (unsigned)((next >> 32) * c->ways >> 32);
}

static uint64_t latest_use(const cache_way *way, unsigned ways) {
  uint64_t latest = 0;
  for (unsigned w = 0; w < ways; w++)
    if (way[w].used > latest) latest = way[w].used;
  return latest;
}

/* A node's bit points to its upper half exactly if the last use below the node was in its lower half: the model
 * computes it from the times of uses. */
static unsigned tree_victim(const cache_way *set, unsigned ways) {
  unsigned first = 0;
  for (unsigned half = ways / 2; half > 0; half /= 2)
    if (latest_use(&set[first], half) > latest_use(&set[first + half], half)) first += half;
  return first;
}

/* The age of a line under RRIP: it begins at 2 with the fill, or at 0 with a later use. */
static unsigned age(const cache_way *way) { return (way->used == way->filled ? 2 : 0) + way->older; }

static unsigned rrip_victim(cache_way *set, unsigned ways) {
  for (;;) {
    for (unsigned w = 0; w < ways; w++)
      if (age(&set[w]) == 3) return w;
    for (unsigned w = 0; w < ways; w++) set[w].older++;
  }
}

cache_way *naive_cache_victim(cache *c, uint64_t line) {
  cache_way *set = cache_set(c, line);
  for (unsigned w = 0; w < c->ways; w++)
    if (!set[w].full) return &set[w];
  switch (c->policy) {
    case MACH_LRU: return &set[oldest_use(set, c->ways)];
    case MACH_FIFO: return &set[oldest_fill(set, c->ways)];
    case MACH_RANDOM: return &set[random_way(c)];
    case MACH_PLRU: return &set[tree_victim(set, c->ways)];
    case MACH_RRIP: return &set[rrip_victim(set, c->ways)];
    default: assert(!"a replacement policy"); return NULL;
  }
}

void naive_cache_use(cache_way *way, uint64_t now) {
  way->used = now;
  way->older = 0;
}

void naive_cache_fill(cache_way *way, uint64_t line, uint64_t now) {
  way->full = true;
  way->line = line;
  way->filled = now;
  naive_cache_use(way, now);
  way->newer = false;
}

void naive_cache_drop(const cache *c, uint64_t line) {
  cache_way *way = naive_cache_find(c, line);
  if (way) way->full = false;
}
