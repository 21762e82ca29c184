/* fetch_processor.h: the instruction fetches of a processor: the processor's counts, and the functions that all
 * techniques share.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_cache.h"
#include "fetch/fetch_config.h"

/* The counts of a processor. cold + replacement + invalidation + switched == misses <= fetches. */
typedef struct {
  uint64_t fetches;      /* number of instructions fetched */
  uint64_t misses;       /* number of fetched instructions for which at least one line was missing */
  uint64_t cold;         /* misses for which the line was never in the cache before */
  uint64_t replacement;  /* misses for which the line had been replaced */
  uint64_t invalidation; /* misses for which the line had been removed because its code changed */
  uint64_t switched;     /* misses for which the line had been removed by a context switch */
  uint64_t switches;     /* number of context switches */
  uint64_t calls;        /* number of calls of the simulator; only this count and `runs` depend on the technique */
  uint64_t runs;         /* number of path executions that were simulated; all other executions certainly hit */
} fetch_counts;

/* A fetch that missed. */
typedef struct {
  const fetch_instruction *instruction;
  fetch_fate fate; /* history of the first missing line */
  /* for FETCH_WAS_REPLACED, the place of the instruction whose fetch replaced the missing line; else 0 */
  uint32_t who;
} fetch_miss;

/* A callback for each miss of `processor`, called while a path is executed. It must not call functions of the
 * caches. */
typedef void fetch_missed(void *closure, unsigned processor, const fetch_miss *miss);

typedef struct fetch_regions fetch_regions;

typedef struct {
  fetch_cache cache;
  fetch_regions *regions; /* loops and functions (fetch_region.h); NULL: the technique does not use regions */
  fetch_counts counts;
  /* while all fetches hit, no context switch is due before counts.fetches has this value; ~0: context switches are not
   * simulated */
  uint64_t room;
  uint64_t begun;  /* work at the last context switch */
  uint64_t behind; /* address of the byte after the last instruction that was passed; 0: none */
  uint64_t seen;   /* value of counts.fetches when an unmarked path was last simulated; ~0: none was */
  unsigned number;
  const fetch_config *config;
  const fetch_code *code;
  fetch_missed *missed;
  void *closure;
} fetch_processor;

/* Initializes a processor, whose fields must be zero. Free with fetch_processor_clear(). */
void fetch_processor_init(fetch_processor *p, unsigned number, const fetch_config *config, const fetch_code *code,
                          fetch_missed *missed, void *closure);
void fetch_processor_clear(fetch_processor *p);

/* Sets the counts to zero. The cache stays unchanged, and so does the time of the next context switch. */
void fetch_processor_zero(fetch_processor *p);

/* Returns whether no context switch can occur during the next n fetches. At most `misses` of these fetches miss. */
bool fetch_is_undisturbed(const fetch_processor *p, uint32_t n, uint32_t misses);

/* Fetches the instructions with indices [from, to) of a block one by one, and makes the context switches that are due.
 * The caller counts the call of the simulator (fetch_counts.calls). */
void fetch_each(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to);

/* Fetches the instructions with indices [from, to) of a block line by line. No context switch may be due during these
 * fetches. *touch: the index of the first touch by the instructions; the function sets it to the index after their last
 * touch. Does not count a call of the simulator. */
void fetch_together(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to, uint32_t *touch);
