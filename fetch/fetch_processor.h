/* fetch_processor.h: the instruction fetches of a processor: its counts, and the functions common to all techniques.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_cache.h"
#include "fetch/fetch_config.h"

/* The counts of a processor. cold + replacement + invalidation + switched == misses <= fetches. */
typedef struct {
  uint64_t fetches;      /* instructions */
  uint64_t misses;       /* instructions with at least one missing line */
  uint64_t cold;         /* the line was never in the cache */
  uint64_t replacement;  /* it was replaced */
  uint64_t invalidation; /* its code changed */
  uint64_t switched;     /* a context switch emptied the cache */
  uint64_t switches;     /* context switches */
  uint64_t calls;        /* calls of the simulator: only this and `runs` depend on the technique */
  uint64_t runs;         /* runs of paths, by the simulator; other runs were known to hit */
} fetch_counts;

/* A fetch that missed. */
typedef struct {
  const fetch_instruction *instruction;
  fetch_fate fate; /* fate of the first of its missing lines */
  uint32_t who;    /* FETCH_WAS_REPLACED: place of the instruction whose fetch replaced the line; else 0 */
} fetch_miss;

/* Called for each miss of `processor`, during the run of a path. Must not call the caches. */
typedef void fetch_missed(void *closure, unsigned processor, const fetch_miss *miss);

typedef struct fetch_regions fetch_regions;

typedef struct {
  fetch_cache cache;
  fetch_regions *regions; /* of fetch_region.h; NULL: not used by the technique */
  fetch_counts counts;
  /* as long as fetches, all hits, stay below this in the next run, no check for a context switch is needed; ~0: no
   * switches are simulated */
  uint64_t room;
  uint64_t begun;  /* work at the last context switch */
  uint64_t behind; /* address after the last instruction that a call fetched; 0: none */
  uint64_t seen;   /* fetches at the last simulation of an unmarked path; ~0: none */
  unsigned number;
  const fetch_config *config;
  const fetch_code *code;
  fetch_missed *missed;
  void *closure;
} fetch_processor;

/* Initializes a zeroed processor; clear with fetch_processor_clear(). */
void fetch_processor_init(fetch_processor *p, unsigned number, const fetch_config *config, const fetch_code *code,
                          fetch_missed *missed, void *closure);
void fetch_processor_clear(fetch_processor *p);

/* Sets the counts to zero. The cache and the time of the next context switch stay. */
void fetch_processor_zero(fetch_processor *p);

/* Whether no context switch can occur up to the end of n fetches with at most `misses` misses. */
bool fetch_is_undisturbed(const fetch_processor *p, uint32_t n, uint32_t misses);

/* Fetches the instructions [from, to) of a block one by one, with the context switches that are due. Counts no call. */
void fetch_each(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to);

/* Fetches the instructions [from, to) of a block line by line; no context switch may be due among them. *touch: the
 * block's first touch after its earlier instructions; updated. Counts no call. */
void fetch_together(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to, uint32_t *touch);
