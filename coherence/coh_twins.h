/* coh_twins.h: a group of LRU caches with the same number of sets, which share their tags; each sees some uses of one
 * stream.
 *
 * These are the last levels after the D1s of a stack group: most uses reach all of them, so they hold nearly the same
 * lines. A line is stored once in a common table with its state in each cache, so that a use by many caches takes
 * little more time than by one.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_cache.h"

enum {
  COH_TWINS_MOST = 32,         /* caches of a group */
  COH_TWINS_MOST_WAYS = 16384, /* ways of all caches of a group: stamps have 16 bits, and a line has one more */
  COH_TWINS_LANES = 8          /* caches in a vector */
};

/* A line that at least one cache holds. Its stamp in a cache is the set's clock at its last use. Caches that saw the
 * line's last use share a stamp, so a use by all caches that hold a line writes one number. */
typedef struct {
  uint64_t line;
  uint32_t holders; /* caches that hold it; 0 from n on */
  uint32_t recent;  /* holders that saw its last use */
  int16_t last;     /* stamp of that use, for `recent` */
  bool stale;       /* its stamps are written out only for holders that are not `recent` */
} coh_twins_line;

typedef struct {
  coh_twins_line *lines; /* [i]; in the same block follow arrays of the same length: */
  /* uint32_t keys[i]: shortened line numbers, for the search */
  /* int16_t least[i]: at most the stamp of any holder; COH_TWINS_NEVER from n on */
  /* int16_t stamps[i * stride + c]: stamp in cache c; COH_TWINS_NEVER if it does not hold the line */
  uint32_t full; /* caches that hold as many lines of the set as they have ways */
  uint16_t n, room;
  int16_t clock; /* the next stamp */
  /* replacements left for which all stamps are compared in one pass, since the caches' victims differed */
  uint16_t unalike;
} coh_twins_set;

#define COH_TWINS_NEVER INT16_MAX

/* The line of a set that was used last. */
typedef struct {
  uint64_t line;  /* COH_NO_LINE: none */
  uint32_t which; /* caches in which no other line of the set was used since they used it */
} coh_twins_newest;

typedef struct {
  uint64_t set_mask; /* sets - 1 */
  unsigned set_bits;
  uint32_t n;      /* number of caches */
  uint32_t stride; /* n, rounded up to a multiple of COH_TWINS_LANES */
  uint32_t ways[COH_TWINS_MOST];
  uint16_t *held; /* [set * stride + c]: number of lines of a set that cache c holds */
  coh_twins_set *sets;
  coh_twins_newest *newest; /* by set; includes uses that were only passed to coh_twins_changes() */
} coh_twins;

/* Makes n empty caches (1 to COH_TWINS_MOST) with this number of sets, and `ways` each. Free with coh_twins_clear(). */
void coh_twins_init(coh_twins *twins, uint64_t sets, const uint32_t *ways, unsigned n);
void coh_twins_clear(coh_twins *twins);

/* Returns whether a use of a line by the caches in `which` changes one of them; if not, it hits in all and must not be
 * made. Call once for each use, before it is made; for uses that change something, further calls are allowed before
 * they are made in the same order. */
static inline bool coh_twins_changes(coh_twins *twins, uint64_t line, uint32_t which) {
  coh_twins_newest *newest = &twins->newest[line & twins->set_mask];
  if (newest->line != line)
    *newest = (coh_twins_newest){line, which};
  else if ((which & ~newest->which) == 0)
    return false;
  else
    newest->which |= which;
  return true;
}

#define COH_TWINS_NOWHERE UINT32_MAX

/* Uses a line in the caches in `which`; caches that do not hold it fill it. guess: the result of coh_twins_locate(), or
 * COH_TWINS_NOWHERE. Returns the caches that missed. */
uint32_t coh_twins_use(coh_twins *twins, uint64_t line, uint32_t which, uint32_t guess);

/* Prefetches the data that a use of a line reads. */
void coh_twins_ahead(const coh_twins *twins, uint64_t line);

/* Searches a line, and prefetches the data that its use can change. Returns its probable place, valid until its set
 * changes. */
uint32_t coh_twins_locate(const coh_twins *twins, uint64_t line);

/* Copies the lines of one cache, by uses, to an empty cache of the same sets and ways. */
void coh_twins_copy(const coh_twins *twins, unsigned one, coh_cache *to);
