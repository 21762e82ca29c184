/* coh_family_state.h: the state of a stack group, for coh_family.c, which makes groups and reads their counts, and
 * coh_family_use.c, which makes the references.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_family_batch.h"
#include "coherence/coh_play.h"
#include "coherence/coh_system-inl.h"
#include "coherence/coh_twins.h"

enum { COH_FAMILY_READS, COH_FAMILY_WRITES, COH_FAMILY_KINDS };

/* The outcome of a reference to several lines on a machine, so far. */
typedef struct {
  bool miss, cold, upgrade;
  coh_source source;
  uint32_t stall;
} coh_family_verdict;

enum { COH_FAMILY_WAITING = 64 };

/* A pending use of last levels: for `weight` references, with their counts by machine. For one of several lines only
 * its misses are recorded. */
typedef struct {
  uint64_t line, weight;
  uint64_t *beyond;
  uint32_t *missed; /* NULL: use of one line */
  uint32_t which;
} coh_waiting_use;

/* Last levels that share a table. */
typedef struct {
  coh_twins twins;
  uint32_t machines[COH_TWINS_MOST]; /* their machines, by index in coh_family.machines */
  uint32_t asked; /* last levels that the current reference misses in the D1; later, those without the line */
  coh_waiting_use waiting[COH_FAMILY_WAITING]; /* in order */
  unsigned n_waiting;
} coh_family_pool;

typedef struct {
  unsigned number; /* as given */
  uint32_t ways;
  bool upgrades; /* a store to a line that was read is an upgrade */
  unsigned pool; /* pool of its last level */
  uint32_t bit;  /* bit of its last level in the pool; 0: none */
  coh_config config;
  coh_tally straddling; /* outcomes of references to several lines, except their number */
  coh_family_verdict now;
} coh_family_machine;

/* The machines with D1s of the same number of sets. */
typedef struct {
  coh_stack stack;
  coh_family_machine *machines; /* by increasing ways */
  unsigned n;
  uint32_t at; /* index of its distances in a coh_family_row */
  /* prefix sums modulo 2^64: the sum up to [w] is the upgrades with w ways by references to one line */
  uint64_t *upgrades;
  uint32_t *asked;   /* [distance * pools + p]: last levels of a pool that a use at a distance reaches; NULL: none */
  coh_stack_use use; /* the current one, of several lines */
} coh_family_rank;

/* The counts of a cell. For references to one line, by kind: uses by distance, for each rank, `width` in all; then
 * first uses; then misses of last levels, by coh_family.machines. */
typedef struct {
  uint64_t *counted[COH_FAMILY_KINDS];
  coh_cell_misses *straddling; /* misses of references to several lines, by coh_family_machine */
} coh_family_row;

/* A reference to several lines, whose uses start at number `first` and are counted in scratch counts, which are zero
 * before except at quiet distances. */
typedef struct {
  uint32_t first, n;
  coh_kind kind;
  uint32_t cell;
} coh_family_several;

enum { COH_FAMILY_SEVERAL = 32, COH_FAMILY_SCRATCH = 2 * COH_FAMILY_SEVERAL };

/* References that were collected and pass through the stacks. */
typedef struct {
  coh_family_batch next; /* the collected references */
  uint64_t weight;       /* weight of each of them */
  /* [i * pools + p]: last levels of a pool that use i reaches; for one of several lines, then those that it misses */
  uint32_t *asked;
  uint64_t uses[2][2 * COH_FAMILY_BATCH];   /* uses that enter a stack, and uses that it passes on, alternately */
  uint64_t *now;                            /* uses that enter the current stack */
  uint32_t n;                               /* their number */
  uint16_t distances[2 * COH_FAMILY_BATCH]; /* their distances */
  uint16_t clean[2 * COH_FAMILY_BATCH];
  coh_family_several *several; /* references to several lines in the batch, in order */
  uint32_t n_several;
  uint64_t *scratch; /* counts of their uses, one after the other */
  uint32_t n_scratch;
} coh_family_collected;

struct coh_family {
  unsigned line_bits;
  bool parts;    /* machines may be taken out */
  bool upgrades; /* some machine counts upgrades */
  coh_family_collected batch;
  uint64_t passed;        /* uses passed on by the first stack */
  coh_family_rank *ranks; /* by increasing sets */
  unsigned n_ranks;
  coh_family_pool *pools;
  unsigned n_pools;
  coh_family_machine *machines; /* machines of all ranks */
  unsigned n;
  coh_map seen; /* referenced lines: 32 in a word */
  uint64_t references[COH_FAMILY_KINDS];
  coh_family_row **rows; /* by cell; NULL: no misses yet */
  uint32_t row_room;
  uint32_t width;   /* number of distances of all ranks */
  uint64_t *newest; /* coh_family_newest() */
};

/* Returns the number of counts of one kind of references. */
static inline size_t coh_family_counts_of_kind(const coh_family *family) { return family->width + 1 + family->n; }
