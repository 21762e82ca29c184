/* fetch_processor.h: the instruction fetches of a processor: its counts, and the functions common to all techniques.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_cache.h"
#include "fetch/fetch_config.h"

/* The counts of a processor. cold + replacement + invalidation + switched == misses <= fetches. */
typedef struct {
  uint64_t fetches;      /* number of instructions fetched */
  uint64_t misses;       /* number of instructions with at least one missing line */
  uint64_t cold;         /* misses whose line was never in the cache */
  uint64_t replacement;  /* misses whose line was replaced */
  uint64_t invalidation; /* misses whose line was removed because its code changed */
  uint64_t switched;     /* misses whose line was removed by a context switch */
  uint64_t switches;     /* number of context switches */
  uint64_t calls;        /* calls of the simulator; only this count and `runs` depend on the technique */
  uint64_t runs;         /* runs of paths that the simulator made; other runs were known to hit */
} fetch_counts;

/* A fetch that missed. */
typedef struct {
  const fetch_instruction *instruction;
  fetch_fate fate; /* fate of the first missing line */
  uint32_t who;    /* FETCH_WAS_REPLACED: place of the instruction whose fetch replaced this line; else 0 */
} fetch_miss;

/* Called for each miss of `processor`, during the run of a path. Must not call the caches. */
typedef void fetch_missed(void *closure, unsigned processor, const fetch_miss *miss);

typedef struct fetch_regions fetch_regions;

typedef struct {
  fetch_cache cache;
  fetch_regions *regions; /* loops and functions (fetch_region.h); NULL: the technique does not use them */
  fetch_counts counts;
  /* limit of counts.fetches: while only hits follow and the count stays below this, no context switch is due; ~0: no
   * switches are simulated */
  uint64_t room;
  uint64_t begun;  /* work at the last context switch */
  uint64_t behind; /* address after the last instruction that a call fetched; 0: none */
  uint64_t seen;   /* value of counts.fetches at the last simulation of an unmarked path; ~0: none */
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

/* Whether no context switch can occur during the next n fetches, of which at most `misses` miss. */
bool fetch_is_undisturbed(const fetch_processor *p, uint32_t n, uint32_t misses);

/* Fetches the instructions [from, to) of a block one by one, with the context switches that are due. Does not count a
 * call. */
void fetch_each(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to);

/* Fetches the instructions [from, to) of a block line by line. No context switch may be due during them. *touch: index
 * of the first touch by these instructions; set to the index after their last touch. Does not count a call. */
void fetch_together(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to, uint32_t *touch);
