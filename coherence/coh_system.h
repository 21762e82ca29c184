/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_system.h: the simulated multiprocessor, one reference at a time.
 *
 * The model (stated in full, with its rules, at the top of coh_system.c and of the files that it names) is a set of
 * processors with private caches kept coherent by invalidation, as in Martonosi, Gupta and Anderson, "MemSpy: Analyzing
 * Memory System Bottlenecks in Programs", SIGMETRICS 1992, sections 3 and 5.3. */
#pragma once

#include "coherence/coh_config.h"
#include "coherence/coh_counts.h"

typedef struct coh_system coh_system;

/* A modify is a read-modify-write instruction, atomic or not: it counts as a read, as in cachegrind, but
 * needs the line for itself as a store does. The lowest bit says that the state of the line does not matter. */
typedef enum { COH_WRITE = 0, COH_READ = 1, COH_MODIFY = 2 } coh_kind;

typedef enum { COH_HIT, COH_COLD, COH_REPLACED, COH_INVALIDATED } coh_cause;

/* Where a missing line was found. */
typedef enum { COH_FROM_D1, COH_FROM_L2, COH_FROM_LL, COH_FROM_MEMORY, COH_FROM_CACHE } coh_source;

/* An opaque number of the caller's, at most COH_WHO_MAX, that stands for whose fault a miss is. */
typedef uint32_t coh_who;
#define COH_WHO_MAX 0x1fffffffu

/* Who is to blame for what a reference does to others, and to whom its own miss is charged. */
typedef struct {
  coh_who filler; /* whose fill it is: the lines that it pushes out remember it, and those that it modifies */
  coh_who storer; /* whose store it is: the lines that it takes away from other processors remember it */
  uint32_t note;  /* the caller's own; comes back in coh_revision */
  uint32_t code;  /* the instruction that makes the reference, for machines that prefetch by stride */
} coh_blame;

/* What a reference's pages came to in the TLBs (coh_tlb.h). */
typedef struct {
  uint32_t misses; /* pages that the first level did not have */
  uint32_t walks;  /* of these, pages that the second level did not have either */
  uint32_t cycles; /* what these took: a part of the reference's stall */
} coh_translation;

/* What prefetchers had to do with a reference (coh_prefetcher.h). */
typedef struct {
  uint32_t issued;  /* lines that it made them fetch */
  uint32_t covered; /* lines that they had fetched and that it used first */
  uint32_t late;    /* of these, lines that it had to wait for */
  bool displaced;   /* cause COH_REPLACED: it was a prefetch that pushed the line out */
} coh_prefetching;

/* Whether there is something to count there. (Late lines are covered ones.) */
static inline bool coh_is_prefetching(const coh_prefetching *prefetching) {
  return prefetching->issued != 0 || prefetching->covered != 0 || prefetching->displaced;
}

typedef struct {
  coh_cause cause;   /* COH_HIT, or why the D1 did not hold the line */
  coh_source source; /* of the first missing line; COH_FROM_D1 for a hit */
  bool upgrade;      /* a store found a line shared or owned */
  bool true_sharing; /* cause COH_INVALIDATED: known at once to be true sharing; else it counts as false sharing until
                        a coh_revision says otherwise */
  bool remote;       /* of a miss: what supplied the line is on another node */
  bool capacity;     /* cause COH_REPLACED, where the machine tells conflicts apart: one of these two */
  bool conflict;
  coh_who who;    /* cause COH_REPLACED: the filler that pushed the line out; COH_INVALIDATED: the storer that
                     took it away; otherwise 0 */
  uint32_t stall; /* cycles */
  coh_translation translation;
  coh_prefetching prefetching;
  uint64_t line; /* number of the first missing line; without a miss, of the first upgraded one; else any that was
                    touched */
} coh_outcome;

/* How a line moves (coh_traffic.h), in the order of the counts of its bytes. */
typedef enum {
  COH_D1_READ,
  COH_D1_WRITTEN,
  COH_L2_READ,
  COH_L2_WRITTEN,
  COH_MEMORY_READ,
  COH_MEMORY_WRITTEN,
  COH_TRANSFERRED,
  COH_MOVES
} coh_move;

/* The count of the bytes that move so. */
static inline uint64_t *coh_counts_moved(coh_counts *counts, coh_move move) {
  return coh_counts_at(counts, COH_COUNT_D1_BYTES_READ + move);
}

/* An invalidation miss of `processor` on `line`, so far counted as false sharing, turned out to be true sharing; `note`
 * is that of the blame of the missing reference. The machine has moved one from false_sharing to true_sharing in the
 * processor's counts already; it is called from within coh_access() or coh_line_use(), before what that reference
 * itself does is counted, and must not call the machine. */
typedef void coh_revision(void *closure, unsigned processor, uint64_t line, uint32_t note);

/* A line that a prefetcher of `processor` had fetched has left the D1 unused; `note` is that of the blame of the
 * reference that made it be fetched. It is counted already; called as a coh_revision is. */
typedef coh_revision coh_waste;

/* A reference of `processor`, or a fetch of code, moves a line. `data` is the filler of the blame of the reference, or
 * of a line that is written that of the reference that made it modified last; `note` is that of the blame of the
 * reference that moves it. It is counted already; called as a coh_revision is. */
typedef void coh_mover(void *closure, unsigned processor, coh_move move, coh_who data, uint32_t note);

/* The line in `slot` of a processor's D1 leaves it: pushed out by a fill, of the D1 itself or of an L2 that contains
 * it, if `replaced`; else taken away by another processor. Called from within coh_access() or coh_line_use(), while the
 * slot still holds the line; must not call the machine. */
typedef void coh_departure(void *closure, unsigned processor, uint64_t slot, bool replaced);

/* Makes a machine with empty caches. `config` must have passed coh_config_check(); it is copied. The
 * caller frees the machine with coh_system_free(). */
coh_system *coh_system_new(const coh_config *config);
void coh_system_free(coh_system *system);

/* Gives zones of memory a placement, or pages, of their own, which must not change once a page of them was used. They
 * must not overlap, and stay as long as the machine. */
void coh_system_place(coh_system *system, const coh_zone *zones, unsigned n);

/* The number of processors of the machine. */
unsigned coh_processors(const coh_system *system);

/* As coh_config_has_models(). */
bool coh_has_models(const coh_system *system);

/* Names who is told of true sharing that shows late; NULL: nobody. */
void coh_system_on_true_sharing(coh_system *system, coh_revision *revision, void *closure);

/* Names who is told of prefetched lines that leave unused; NULL: nobody. */
void coh_system_on_waste(coh_system *system, coh_waste *waste, void *closure);

/* Names who is told of lines that move, on a machine that counts traffic; NULL: nobody. */
void coh_system_on_traffic(coh_system *system, coh_mover *mover, void *closure);

/* Names who is told of each line that leaves a D1; NULL: nobody. */
void coh_system_on_departure(coh_system *system, coh_departure *departure, void *closure);

/* The clock of a processor, in cycles. The caller adds what its instructions take; only contention and
 * prefetchers look at it. */
uint64_t coh_now(const coh_system *system, unsigned processor);
void coh_set_now(coh_system *system, unsigned processor, uint64_t now);

/* The counts of one processor; valid until the system is freed. */
const coh_counts *coh_counts_of(const coh_system *system, unsigned processor);

/* The sum of the counts of all processors. */
coh_counts coh_counts_of_all(const coh_system *system);

/* Sets all counts of all processors to zero; caches, causes and clocks stay as they are. Misses that are not known
 * yet to be true or false sharing are forgotten: none of them is revised. */
void coh_counts_zero(coh_system *system);

/* Sets the counts of a processor to those that it had at some time. Misses that are not known yet to be true or false
 * sharing are forgotten likewise. */
void coh_counts_restore(coh_system *system, unsigned processor, const coh_counts *counts);

/* Walks every invariant of the machine and asserts: tags unique in a set and in their set, filter entries
 * name lines whose use need not be seen (under tree-PLRU the most recently used one of a set), at most one processor
 * owns a line, and no other holds it unless it is owned, the D1 is contained in the L2, the state table says resident
 * exactly for resident lines, the directory agrees with the caches, whose stores need not be seen is known to all who
 * are awaited, no other node's last level has a modified line, prefetched lines are counted, the identities of the
 * counts. Slow; for tests. */
void coh_check(const coh_system *system);
