/* sweep_group_state.h: the state of a stack group. Two files use it: sweep_group.c makes groups and reads their counts,
 * and sweep_group_use.c simulates the references.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system-inl.h"
#include "sweep/sweep_group_batch.h"
#include "sweep/sweep_lru_group.h"
#include "sweep/sweep_simulate.h"

enum { SWEEP_GROUP_READS, SWEEP_GROUP_WRITES, SWEEP_GROUP_KINDS };

/* The outcome, so far, of a reference to several lines on one machine. */
typedef struct {
  bool miss, cold, upgrade;
  coh_source source;
  uint32_t stall;
} sweep_group_verdict;

enum { SWEEP_GROUP_WAITING = 64 };

/* A queued use of a line in last levels. It stands for `weight` equal references. If each reference is to one line, the
 * misses of the use are added to the counts of each machine. If the reference is to several lines, the use only records
 * which last levels missed. */
typedef struct {
  uint64_t line, weight;
  uint64_t *beyond;
  /* where the use of a reference to several lines records the last levels that missed; NULL: reference to one line */
  uint32_t *missed;
  uint32_t which;
} sweep_waiting_use;

/* Last levels that share a table. */
typedef struct {
  sweep_lru_group twins;
  /* machines that have these last levels, as indices in sweep_group.machines */
  uint32_t machines[SWEEP_LRU_GROUP_MOST];
  /* last levels that the current reference reaches because it misses in their D1s; later, those that also missed */
  uint32_t asked;
  sweep_waiting_use waiting[SWEEP_GROUP_WAITING]; /* queued uses, in the order of their references */
  unsigned n_waiting;
} sweep_group_pool;

typedef struct {
  unsigned number; /* number of the machine in the array that was passed to sweep_group_new() */
  uint32_t ways;
  bool upgrades; /* whether a store to a line that was only read is an upgrade */
  unsigned pool; /* the pool that contains the machine's last level */
  uint32_t bit;  /* bit of the machine's last level in the pool; 0: the machine has no last level */
  mach_config config;
  sweep_tally straddling; /* sums of the outcomes of references to several lines, except the number of references */
  sweep_group_verdict now;
} sweep_group_machine;

/* The machines of a group whose D1s have the same number of sets. */
typedef struct {
  sweep_stack stack;
  sweep_group_machine *machines; /* sorted by increasing number of ways */
  unsigned n;
  uint32_t at; /* index, in a sweep_group_row, of this rank's first count by distance */
  /* prefix sums modulo 2^64: the sum up to [w] is the number of upgrades by references to one line in a D1 with w
   * ways */
  uint64_t *upgrades;
  /* [distance * pools + p]: which last levels of pool p a use at this distance reaches; NULL: there are no last
   * levels */
  uint32_t *asked;
  sweep_stack_use use; /* use of the current line while a reference to several lines is evaluated */
} sweep_group_rank;

/* The counts of a cell. Loads and stores to one line each have an array of counts. The array contains three parts.
 * First come the numbers of uses at each distance, for each rank (`width` counts in total). Then comes the number of
 * first uses. Last come the misses of last levels, in the order of sweep_group.machines. */
typedef struct {
  uint64_t *counted[SWEEP_GROUP_KINDS];
  sweep_cell_misses *straddling; /* misses by references to several lines, for each sweep_group_machine */
} sweep_group_row;

/* A reference to several lines. Its uses have consecutive numbers, from `first` on. They are counted in scratch counts,
 * which are zero before the reference, except at quiet distances. */
typedef struct {
  uint32_t first, n;
  coh_kind kind;
  uint32_t cell;
} sweep_group_several;

enum { SWEEP_GROUP_SEVERAL = 32, SWEEP_GROUP_SCRATCH = 2 * SWEEP_GROUP_SEVERAL };

/* The references that were collected, and that pass through the stacks together. */
typedef struct {
  sweep_group_batch next; /* the collected references */
  uint64_t weight;        /* number of references that each collected reference stands for */
  /* [i * pools + p]: which last levels of pool p use i reaches; for a reference to several lines, later those that
   * missed */
  uint32_t *asked;
  /* two buffers in turn: the uses that enter a stack, and the uses that the stack passes on */
  uint64_t uses[2][2 * SWEEP_GROUP_BATCH];
  uint64_t *now;                             /* uses that enter the current stack */
  uint32_t n;                                /* number of uses that enter the current stack */
  uint16_t distances[2 * SWEEP_GROUP_BATCH]; /* distance of each use that entered the current stack */
  uint16_t clean[2 * SWEEP_GROUP_BATCH];
  sweep_group_several *several; /* the references of the batch to several lines, in order */
  uint32_t n_several;
  uint64_t *scratch; /* n_scratch arrays of scratch counts, one for each use of the references in `several` */
  uint32_t n_scratch;
} sweep_group_collected;

struct sweep_group {
  unsigned line_bits;
  bool parts;    /* whether sweep_group_take_out() can be called */
  bool upgrades; /* whether some machine counts upgrades */
  sweep_group_collected batch;
  uint64_t passed;         /* number of uses that the first stack has passed on */
  sweep_group_rank *ranks; /* sorted by increasing number of sets */
  unsigned n_ranks;
  sweep_group_pool *pools;
  unsigned n_pools;
  sweep_group_machine *machines; /* number of machines of all ranks */
  unsigned n;
  plat_map seen; /* set of the lines that were ever referenced: each word contains the bits of 32 lines */
  uint64_t references[SWEEP_GROUP_KINDS];
  sweep_group_row **rows; /* row of each cell; NULL: the cell has no misses yet */
  uint32_t row_room;
  uint32_t width;   /* number of counts by distance, of all ranks together */
  uint64_t *newest; /* see sweep_group_newest() */
};

/* Returns the length of the array of counts that a row has for each kind of reference. */
static inline size_t sweep_group_counts_of_kind(const sweep_group *family) { return family->width + 1 + family->n; }
