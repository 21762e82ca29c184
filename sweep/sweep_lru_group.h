/* sweep_lru_group.h: a group of LRU caches with the same number of sets, which share their tags; each sees some uses of one
 * stream.
 *
 * These are the last levels after the D1s of a stack group: most uses reach all of them, so they hold nearly the same
 * lines. A line is stored once in a common table with its state in each cache, so that a use by many caches takes
 * little more time than by one.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_cache.h"

enum {
  SWEEP_LRU_GROUP_MOST = 32,         /* caches of a group */
  SWEEP_LRU_GROUP_MOST_WAYS = 16384, /* ways of all caches of a group: stamps have 16 bits, and a line has one more */
  SWEEP_LRU_GROUP_LANES = 8          /* caches in a vector */
};

/* A line that at least one cache holds. Its stamp in a cache is the set's clock at its last use. Caches that saw the
 * line's last use share a stamp, so a use by all caches that hold a line writes one number. */
typedef struct {
  uint64_t line;
  uint32_t holders; /* caches that hold it; 0 from n on */
  uint32_t recent;  /* holders that saw its last use */
  int16_t last;     /* stamp of that use, for `recent` */
  bool stale;       /* its stamps are written out only for holders that are not `recent` */
} sweep_lru_group_line;

typedef struct {
  sweep_lru_group_line *lines; /* [i]; in the same block follow arrays of the same length: */
  /* uint32_t keys[i]: shortened line numbers, for the search */
  /* int16_t least[i]: at most the stamp of any holder; SWEEP_LRU_GROUP_NEVER from n on */
  /* int16_t stamps[i * stride + c]: stamp in cache c; SWEEP_LRU_GROUP_NEVER if it does not hold the line */
  uint32_t full; /* caches that hold as many lines of the set as they have ways */
  uint16_t n, room;
  int16_t clock; /* the next stamp */
  /* replacements left for which all stamps are compared in one pass, since the caches' victims differed */
  uint16_t unalike;
} sweep_lru_group_set;

#define SWEEP_LRU_GROUP_NEVER INT16_MAX

/* The line of a set that was used last. */
typedef struct {
  uint64_t line;  /* COH_NO_LINE: none */
  uint32_t which; /* caches in which no other line of the set was used since they used it */
} sweep_lru_group_newest;

typedef struct {
  uint64_t set_mask; /* sets - 1 */
  unsigned set_bits;
  uint32_t n;      /* number of caches */
  uint32_t stride; /* n, rounded up to a multiple of SWEEP_LRU_GROUP_LANES */
  uint32_t ways[SWEEP_LRU_GROUP_MOST];
  uint16_t *held; /* [set * stride + c]: number of lines of a set that cache c holds */
  sweep_lru_group_set *sets;
  sweep_lru_group_newest *newest; /* by set; includes uses that were only passed to sweep_lru_group_changes() */
} sweep_lru_group;

/* Makes n empty caches (1 to SWEEP_LRU_GROUP_MOST) with this number of sets, and `ways` each. Free with sweep_lru_group_clear(). */
void sweep_lru_group_init(sweep_lru_group *twins, uint64_t sets, const uint32_t *ways, unsigned n);
void sweep_lru_group_clear(sweep_lru_group *twins);

/* Returns whether a use of a line by the caches in `which` changes one of them; if not, it hits in all and must not be
 * made. Call once for each use, before it is made; for uses that change something, further calls are allowed before
 * they are made in the same order. */
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

/* Uses a line in the caches in `which`; caches that do not hold it fill it. guess: the result of sweep_lru_group_locate(), or
 * SWEEP_LRU_GROUP_NOWHERE. Returns the caches that missed. */
uint32_t sweep_lru_group_use(sweep_lru_group *twins, uint64_t line, uint32_t which, uint32_t guess);

/* Prefetches the data that a use of a line reads. */
void sweep_lru_group_ahead(const sweep_lru_group *twins, uint64_t line);

/* Searches a line, and prefetches the data that its use can change. Returns its probable place, valid until its set
 * changes. */
uint32_t sweep_lru_group_locate(const sweep_lru_group *twins, uint64_t line);

/* Copies the lines of one cache, by uses, to an empty cache of the same sets and ways. */
void sweep_lru_group_copy(const sweep_lru_group *twins, unsigned one, coh_cache *to);
