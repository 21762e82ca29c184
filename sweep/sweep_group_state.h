/* sweep_group_state.h: the state of a stack group, for sweep_group.c, which makes groups and reads their counts, and
 * sweep_group_use.c, which makes the references.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system-inl.h"
#include "sweep/sweep_group_batch.h"
#include "sweep/sweep_lru_group.h"
#include "sweep/sweep_simulate.h"

enum { SWEEP_GROUP_READS, SWEEP_GROUP_WRITES, SWEEP_GROUP_KINDS };

/* The outcome of a reference to several lines on a machine, so far. */
typedef struct {
  bool miss, cold, upgrade;
  coh_source source;
  uint32_t stall;
} sweep_group_verdict;

enum { SWEEP_GROUP_WAITING = 64 };

/* A pending use of a line in last levels, by `weight` references. A use by a reference to one line adds its misses to
 * the counts by machine; for a use by a reference to several lines, only the last levels that missed are recorded. */
typedef struct {
  uint64_t line, weight;
  uint64_t *beyond;
  uint32_t *missed; /* for a reference to several lines: receives the last levels that missed; NULL: reference to one
                       line */
  uint32_t which;
} sweep_waiting_use;

/* Last levels that share a table. */
typedef struct {
  sweep_lru_group twins;
  uint32_t machines[SWEEP_LRU_GROUP_MOST]; /* machines of these last levels, by index in sweep_group.machines */
  uint32_t asked; /* last levels that the current reference reaches, since it misses in their D1s; later, those of them
                     that missed */
  sweep_waiting_use waiting[SWEEP_GROUP_WAITING]; /* uses that wait, in the order of their references */
  unsigned n_waiting;
} sweep_group_pool;

typedef struct {
  unsigned number; /* number of the machine as given to sweep_group_new() */
  uint32_t ways;
  bool upgrades; /* a store to a line that was read is an upgrade */
  unsigned pool; /* pool of its last level */
  uint32_t bit;  /* bit of its last level in the pool; 0: none */
  mach_config config;
  sweep_tally straddling; /* outcomes of references to several lines, without the number of these references */
  sweep_group_verdict now;
} sweep_group_machine;

/* The machines whose D1s have the same number of sets. */
typedef struct {
  sweep_stack stack;
  sweep_group_machine *machines; /* sorted by increasing number of ways */
  unsigned n;
  uint32_t at; /* index of the rank's distances in a sweep_group_row */
  /* prefix sums modulo 2^64: the sum up to [w] is the number of upgrades, with w ways, by references to one line */
  uint64_t *upgrades;
  uint32_t *asked;     /* [distance * pools + p]: last levels of pool p that a use at this distance reaches; NULL: there
                          are none */
  sweep_stack_use use; /* use of the current line of a reference to several lines */
} sweep_group_rank;

/* The counts of a cell. The counts of references to one line, by kind, are one array: the uses by distance, for each
 * rank (`width` in all); then the first uses; then the misses of last levels, by sweep_group.machines. */
typedef struct {
  uint64_t *counted[SWEEP_GROUP_KINDS];
  sweep_cell_misses *straddling; /* misses of references to several lines, by sweep_group_machine */
} sweep_group_row;

/* A reference to several lines. Its uses begin at number `first`, and are counted in scratch counts. Before the
 * reference, these counts are zero, except at quiet distances. */
typedef struct {
  uint32_t first, n;
  coh_kind kind;
  uint32_t cell;
} sweep_group_several;

enum { SWEEP_GROUP_SEVERAL = 32, SWEEP_GROUP_SCRATCH = 2 * SWEEP_GROUP_SEVERAL };

/* References that were collected, and pass through the stacks together. */
typedef struct {
  sweep_group_batch next; /* the collected references */
  uint64_t weight;        /* weight of each collected reference */
  /* [i * pools + p]: last levels of pool p that use i reaches; in a reference to several lines, later those that
   * missed */
  uint32_t *asked;
  uint64_t uses[2][2 * SWEEP_GROUP_BATCH];   /* uses that enter a stack, and uses that it passes on, alternately */
  uint64_t *now;                             /* uses that enter the current stack */
  uint32_t n;                                /* number of uses that enter the current stack */
  uint16_t distances[2 * SWEEP_GROUP_BATCH]; /* distances of these uses */
  uint16_t clean[2 * SWEEP_GROUP_BATCH];
  sweep_group_several *several; /* references to several lines in the batch, in order */
  uint32_t n_several;
  uint64_t *scratch; /* counts of the uses of `several`, one use after the other */
  uint32_t n_scratch;
} sweep_group_collected;

struct sweep_group {
  unsigned line_bits;
  bool parts;    /* machines can be taken out */
  bool upgrades; /* some machine counts upgrades */
  sweep_group_collected batch;
  uint64_t passed;         /* number of uses that the first stack has passed on */
  sweep_group_rank *ranks; /* by increasing number of sets */
  unsigned n_ranks;
  sweep_group_pool *pools;
  unsigned n_pools;
  sweep_group_machine *machines; /* machines of all ranks */
  unsigned n;
  plat_map seen; /* lines that were referenced, as bits: 32 lines in a word */
  uint64_t references[SWEEP_GROUP_KINDS];
  sweep_group_row **rows; /* by cell; NULL: the cell has no misses yet */
  uint32_t row_room;
  uint32_t width;   /* number of distances of all ranks together */
  uint64_t *newest; /* see sweep_group_newest() */
};

/* Returns the number of counts of one kind of references. */
static inline size_t sweep_group_counts_of_kind(const sweep_group *family) { return family->width + 1 + family->n; }
