/* sweep_lru_group.h: a group of LRU caches with the same number of sets, which share one table of tags. All caches
 * process one stream of uses, and each cache sees a subset of these uses.
 *
 * The caches are the last levels of the machines of a stack group. Most uses reach all of these caches, so the caches
 * hold nearly the same lines. The table has one entry for each line. The entry contains the line's state in each cache.
 * So a use of a line in many caches takes little more time than a use in one cache.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_cache.h"

enum {
  SWEEP_LRU_GROUP_MOST = 32, /* maximum number of caches of a group */
  /* maximum sum of the ways of all caches. Stamps have 16 bits; each way has a stamp, and each line has one more */
  SWEEP_LRU_GROUP_MOST_WAYS = 16384,
  SWEEP_LRU_GROUP_LANES = 8 /* number of caches that are processed as one vector */
};

/* A line that at least one cache holds. The line's stamp in a cache is the clock of the set when the cache last used
 * the line. The caches that saw the last use of the line share one stamp. So a use in all caches that hold the line
 * writes only this stamp. */
typedef struct {
  uint64_t line;
  uint32_t holders; /* set of caches that hold the line; 0 in unused entries */
  uint32_t recent;  /* set of the holders that saw the last use of the line */
  int16_t last;     /* stamp of the line's last use, for the caches in `recent` */
  bool stale;       /* whether the array of stamps is out of date for the holders in `recent` */
} sweep_lru_group_line;

typedef struct {
  sweep_lru_group_line *lines; /* lines[i]. These arrays of the same length follow in the same block: */
  /* uint32_t keys[i]: shortened line numbers, for look-ups */
  /* int16_t least[i]: lower bound of the stamps of the line's holders; SWEEP_LRU_GROUP_NEVER for i >= n */
  /* int16_t stamps[i * stride + c]: stamp of line i in cache c; SWEEP_LRU_GROUP_NEVER if the cache does not hold it */
  uint32_t full; /* set of caches without a free way in this cache set */
  uint16_t n, room;
  int16_t clock; /* stamp for the next use of a line of the set */
  /* number of further replacements that compare all stamps at once, because the victims of the caches differed */
  uint16_t unalike;
} sweep_lru_group_set;

#define SWEEP_LRU_GROUP_NEVER INT16_MAX

/* The line of a set that was used last. */
typedef struct {
  uint64_t line;  /* number of the line; COH_NO_LINE: no line was used yet */
  uint32_t which; /* set of the caches that used the line and have used no other line of the set since */
} sweep_lru_group_newest;

typedef struct {
  uint64_t set_mask; /* sets - 1 */
  unsigned set_bits;
  uint32_t n;      /* number of caches */
  uint32_t stride; /* n, rounded up to a multiple of SWEEP_LRU_GROUP_LANES */
  uint32_t ways[SWEEP_LRU_GROUP_MOST];
  uint16_t *held; /* [set * stride + c]: number of lines of a set that cache c holds */
  sweep_lru_group_set *sets;
  /* indexed by set: the line that was used last, also by uses that were only passed to sweep_lru_group_changes() */
  sweep_lru_group_newest *newest;
} sweep_lru_group;

/* Makes n empty caches (1 to SWEEP_LRU_GROUP_MOST) with `sets` sets each; cache i has ways[i] ways. Free with
 * sweep_lru_group_clear(). */
void sweep_lru_group_init(sweep_lru_group *twins, uint64_t sets, const uint32_t *ways, unsigned n);
void sweep_lru_group_clear(sweep_lru_group *twins);

/* Returns whether a use of a line changes one of the caches in `which`. If not, the use hits in all of them, and
 * sweep_lru_group_use() must not be called for it. Call this function once for each use, before sweep_lru_group_use().
 * A caller can first check several uses, and then make them in the same order. */
static inline bool sweep_lru_group_changes(sweep_lru_group *twins, uint64_t line, uint32_t which) {
  sweep_lru_group_newest *newest = &twins->newest[line & twins->set_mask];
  if (newest->line != line)
    *newest = (sweep_lru_group_newest){line, which};
  else if ((which & ~newest->which) == 0)
    return false;
  else
    newest->which |= which;
  return true;
}

#define SWEEP_LRU_GROUP_NOWHERE UINT32_MAX

/* Uses a line in the caches in `which`. Caches that do not hold the line fill it. `guess`: the result of
 * sweep_lru_group_locate(), or SWEEP_LRU_GROUP_NOWHERE. Returns the set of the caches that missed. */
uint32_t sweep_lru_group_use(sweep_lru_group *twins, uint64_t line, uint32_t which, uint32_t guess);

/* Prefetches the data that a use of a line reads. */
void sweep_lru_group_ahead(const sweep_lru_group *twins, uint64_t line);

/* Looks up a line, and prefetches the data that a use of the line can change. Returns the probable index of the line in
 * its set. The index is valid until the set changes. */
uint32_t sweep_lru_group_locate(const sweep_lru_group *twins, uint64_t line);

/* Copies the lines of cache `one` of the group, in the order of their last uses, to an empty cache with the same sets
 * and ways. */
void sweep_lru_group_copy(const sweep_lru_group *twins, unsigned one, coh_cache *to);
