/* fetch_processor.h: the instruction fetches of one processor: what they did, and what every technique does them with.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef FETCH_FETCH_PROCESSOR_H
#define FETCH_FETCH_PROCESSOR_H

#include "fetch/fetch_cache.h"
#include "fetch/fetch_config.h"

/* What a processor did so far. Identities: cold + replacement + invalidation + switched == misses <= fetches. */
typedef struct {
  uint64_t fetches;      /* instructions */
  uint64_t misses;       /* instructions of whose lines one missed, or both */
  uint64_t cold;         /* the line was never in the cache */
  uint64_t replacement;  /* it was pushed out since */
  uint64_t invalidation; /* its code changed since */
  uint64_t switched;     /* a context switch emptied the cache since */
  uint64_t switches;     /* context switches */
  uint64_t calls;        /* of the simulator: in this and the next count only the techniques differ */
  uint64_t runs;         /* of paths, that the simulator saw; the others were known to hit */
} fetch_counts;

/* A fetch that missed. */
typedef struct {
  const fetch_instruction *instruction;
  fetch_fate fate; /* of the first of its lines that was not there */
  uint32_t who;    /* FETCH_WAS_REPLACED: the place of the instruction whose fetch pushed the line out; else 0 */
} fetch_miss;

/* Called for each miss of `processor`, from within the run of a path. Must not call the caches. */
typedef void fetch_missed(void *closure, unsigned processor, const fetch_miss *miss);

typedef struct fetch_regions fetch_regions;

typedef struct {
  fetch_cache cache;
  fetch_regions *regions; /* fetch_region.h; NULL: the technique has none */
  fetch_counts counts;
  uint64_t room;   /* fetches that there may have been with the next run, all of which hit, before a context switch is
                      looked for; ~0: there are none */
  uint64_t begun;  /* work that was done at the last context switch */
  uint64_t behind; /* address behind the last instruction that was fetched by a call; 0: none */
  uint64_t seen;   /* fetches that there were when the last path was simulated that is not marked; ~0: none was */
  unsigned number;
  const fetch_config *config;
  const fetch_code *code;
  fetch_missed *missed;
  void *closure;
} fetch_processor;

/* Sets an empty processor up; clear with fetch_processor_clear(). */
void fetch_processor_init(fetch_processor *p, unsigned number, const fetch_config *config, const fetch_code *code,
                          fetch_missed *missed, void *closure);
void fetch_processor_clear(fetch_processor *p);

/* Sets the counts to zero. The cache stays as it is, and the time of the next context switch. */
void fetch_processor_zero(fetch_processor *p);

/* Whether no context switch can come before, or with, the end of n fetches, at most so many of which miss. */
bool fetch_is_undisturbed(const fetch_processor *p, uint32_t n, uint32_t misses);

/* Fetches the instructions [from, to) of a block one by one, with context switches where they are due. Counts no call.
 */
void fetch_each(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to);

/* Fetches the instructions [from, to) of a block, between which no context switch comes, line by line. *touch: the
 * first touch of the block that its earlier instructions do not make; is moved on behind these. Counts no call. */
void fetch_together(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to, uint32_t *touch);

#endif
