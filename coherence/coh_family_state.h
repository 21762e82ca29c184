/* coh_family_state.h: what a family is made of: for coh_family.c, which makes families and tells what they counted, and
 * coh_family_use.c, which makes their references.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_FAMILY_STATE_H
#define COHERENCE_COH_FAMILY_STATE_H

#include "coherence/coh_family_batch.h"
#include "coherence/coh_play.h"
#include "coherence/coh_system-inl.h"
#include "coherence/coh_twins.h"

enum { COH_FAMILY_READS, COH_FAMILY_WRITES, COH_FAMILY_KINDS };

/* What a reference to several lines is for a machine, so far. */
typedef struct {
  bool miss, cold, upgrade;
  coh_source source;
  uint32_t stall;
} coh_family_verdict;

enum { COH_FAMILY_WAITING = 64 };

/* A use of last levels that has to be made, for so many references, and where they are counted: for each machine. Of
 * one of several lines only what missed is noted. */
typedef struct {
  uint64_t line, weight;
  uint64_t *beyond;
  uint32_t *missed; /* NULL: of one line */
  uint32_t which;
} coh_waiting_use;

/* Last levels that share a table. */
typedef struct {
  coh_twins twins;
  uint32_t machines[COH_TWINS_MOST]; /* whose they are, among the machines of all ranks */
  uint32_t asked; /* those that the reference at hand misses; then, those that do not hold the line */
  coh_waiting_use waiting[COH_FAMILY_WAITING]; /* the first comes first */
  unsigned n_waiting;
} coh_family_pool;

typedef struct {
  unsigned number; /* as given */
  uint32_t ways;
  bool upgrades; /* a store to a line that was read asks others */
  unsigned pool; /* where the last level is */
  uint32_t bit;  /* which it is there; 0: there is none */
  coh_config config;
  coh_tally straddling; /* what references to several lines came to; not their number */
  coh_family_verdict now;
} coh_family_machine;

/* The machines with D1s of a number of sets. */
typedef struct {
  coh_stack stack;
  coh_family_machine *machines; /* by ways, the fewest first */
  unsigned n;
  uint32_t at;        /* where its distances are in a coh_family_row */
  uint64_t *upgrades; /* [w] summed up to w: references to one line that upgrade it in w ways; modulo 2^64 */
  uint32_t *asked;    /* [distance * pools + p]: last levels of a pool that a use at a distance asks; NULL: none */
  coh_stack_use use;  /* at hand, of one of several lines */
} coh_family_rank;

/* What the references of a cell came to. Of those to one line, by kind: uses by distance, of each rank, `width` in all;
 * then first uses; then misses of the last level, by machine of all ranks. */
typedef struct {
  uint64_t *counted[COH_FAMILY_KINDS];
  coh_cell_misses *straddling; /* references to several lines, by coh_family_machine */
} coh_family_row;

/* A reference to several lines, whose uses are collected from number `first` on, and counted in scratch counts: these
 * are zero before, but for quiet distances. */
typedef struct {
  uint32_t first, n;
  coh_kind kind;
  uint32_t cell;
} coh_family_several;

enum { COH_FAMILY_SEVERAL = 32, COH_FAMILY_SCRATCH = 2 * COH_FAMILY_SEVERAL };

/* References that are collected, and on their way through the stacks. */
typedef struct {
  coh_family_batch next; /* what was collected */
  uint64_t weight;       /* how often each counts */
  uint32_t *asked;       /* [i * pools + p]: last levels of a pool that use i asks; of one of several lines
                          * then those that it misses */
  uint64_t uses[2][2 * COH_FAMILY_BATCH];   /* of a stack, and those that it passes on, by turns */
  uint64_t *now;                            /* those of the stack at hand */
  uint32_t n;                               /* of them */
  uint16_t distances[2 * COH_FAMILY_BATCH]; /* of them */
  uint16_t clean[2 * COH_FAMILY_BATCH];
  coh_family_several *several; /* references to several lines among what was collected, in order */
  uint32_t n_several;
  uint64_t *scratch; /* what the uses of these are counted in, one after the other */
  uint32_t n_scratch;
} coh_family_collected;

struct coh_family {
  unsigned line_bits;
  bool parts;    /* machines may be taken out */
  bool upgrades; /* of some machine: there are any */
  coh_family_collected batch;
  uint64_t passed;        /* uses that the first stack passed on */
  coh_family_rank *ranks; /* by sets, the fewest first */
  unsigned n_ranks;
  coh_family_pool *pools;
  unsigned n_pools;
  coh_family_machine *machines; /* of all ranks */
  unsigned n;
  coh_map seen; /* lines that were referenced: 32 a word */
  uint64_t references[COH_FAMILY_KINDS];
  coh_family_row **rows; /* by cell; NULL: it has missed nothing yet */
  uint32_t row_room;
  uint32_t width;   /* distances of all ranks */
  uint64_t *newest; /* coh_family_newest() */
};

/* What is counted of one kind of references. */
static inline size_t coh_family_counts_of_kind(const coh_family *family) { return family->width + 1 + family->n; }

#endif
