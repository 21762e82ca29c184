/* coh_twins.h: caches with LRU replacement and one number of sets, each of which sees some of the uses of one stream.
 *
 * The last levels behind first levels that are simulated together are such: most uses that one of them sees the others
 * see, too, and so they hold nearly the same lines. A line stands once in a table that they share, with what is known
 * of it in each of them, so that a use by many takes little more than one by one of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_TWINS_H
#define COHERENCE_COH_TWINS_H

#include "coherence/coh_cache.h"

enum {
  COH_TWINS_MOST = 32,         /* caches of a table */
  COH_TWINS_MOST_WAYS = 16384, /* of all of them together: stamps are of 16 bits, and a line has one more */
  COH_TWINS_LANES = 8          /* caches that are looked at at once */
};

/* A line that one of the caches holds or several do. When it was used last is a number of its set's clock, its stamp.
 * Caches that saw its last use have its stamp in common, so that a use by all caches that hold a line writes one
 * number.
 */
typedef struct {
  uint64_t line;
  uint32_t holders; /* the caches that hold it; 0 from n on */
  uint32_t recent;  /* those of them that saw its last use */
  int16_t last;     /* the stamp of that use, which is that of `recent` */
  bool stale;       /* its stamps are not written out: they say nothing but for holders that are not `recent` */
} coh_twins_line;

typedef struct {
  coh_twins_line *lines; /* [i]; then, in the same block, room for as many of each of these: */
  /* uint32_t keys[i]: lines shortened, for searching */
  /* int16_t least[i]: no holder has an earlier stamp; COH_TWINS_NEVER from n on */
  /* int16_t stamps[i * stride + c]: that of cache c, COH_TWINS_NEVER if it does not hold the line */
  uint32_t full; /* the caches that hold as many lines of the set as they have ways */
  uint16_t n, room;
  int16_t clock;    /* the next stamp */
  uint16_t unalike; /* so many times more all stamps are compared at once, since caches did not replace the same line */
} coh_twins_set;

#define COH_TWINS_NEVER INT16_MAX

/* The line of a set that was used last. */
typedef struct {
  uint64_t line;  /* COH_NO_LINE: none */
  uint32_t which; /* the caches in which no other line of the set was used since they used it */
} coh_twins_newest;

typedef struct {
  uint64_t set_mask; /* sets - 1 */
  unsigned set_bits;
  uint32_t n;      /* caches */
  uint32_t stride; /* the same, up to a multiple of COH_TWINS_LANES */
  uint32_t ways[COH_TWINS_MOST];
  uint16_t *held; /* [set * stride + c]: the lines of a set that cache c holds */
  coh_twins_set *sets;
  coh_twins_newest *newest; /* by set; it knows of uses that coh_twins_changes() was asked about */
} coh_twins;

/* Makes n empty caches (1 to COH_TWINS_MOST) of so many sets, with `ways` each. Free with coh_twins_clear(). */
void coh_twins_init(coh_twins *twins, uint64_t sets, const uint32_t *ways, unsigned n);
void coh_twins_clear(coh_twins *twins);

/* Whether a use of a line by caches whose bits are set changes one of them; else it hits in all and need not be made.
 * Each use must be asked about once, before it is made; of uses that change something, others may be asked about before
 * they are made, in the same order. */
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

/* Uses a line in the caches whose bits are set in `which`, each of which takes it in if it does not hold it. guess:
 * where coh_twins_locate() has found it; COH_TWINS_NOWHERE: it was not looked for. Returns the caches that did not hold
 * it. */
uint32_t coh_twins_use(coh_twins *twins, uint64_t line, uint32_t which, uint32_t guess);

/* Loads ahead what a use of a line looks at. */
void coh_twins_ahead(const coh_twins *twins, uint64_t line);

/* Searches a line, and loads ahead what a use of it may change. Returns where it probably stands, as long as its set
 * stays as it is. */
uint32_t coh_twins_locate(const coh_twins *twins, uint64_t line);

/* Uses what one of the caches holds in another one, of the same sets and ways and empty, so that it holds the same. */
void coh_twins_copy(const coh_twins *twins, unsigned one, coh_cache *to);

#endif
