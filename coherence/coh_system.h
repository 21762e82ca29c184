/* coh_system.h: the simulated multiprocessor, one reference at a time.
 *
 * The model (stated in full, with its rules, at the top of coh_system.c) is a set of processors with
 * private caches kept coherent by invalidation, as in Martonosi, Gupta and Anderson, "MemSpy: Analyzing
 * Memory System Bottlenecks in Programs", SIGMETRICS 1992, sections 3 and 5.3.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_SYSTEM_H
#define COHERENCE_COH_SYSTEM_H

#include "coherence/coh_config.h"

typedef struct coh_system coh_system;

/* A modify is a read-modify-write instruction, atomic or not: it counts as a read, as in cachegrind, but
 * needs the line for itself as a store does. */
typedef enum { COH_READ, COH_WRITE, COH_MODIFY } coh_kind;

typedef enum { COH_HIT, COH_COLD, COH_REPLACED, COH_INVALIDATED } coh_cause;

/* Where a missing line was found. */
typedef enum { COH_FROM_D1, COH_FROM_L2, COH_FROM_LL, COH_FROM_MEMORY, COH_FROM_CACHE } coh_source;

/* An opaque number of the caller's, at most COH_WHO_MAX, that stands for whose fault a fill is. */
typedef uint32_t coh_who;
#define COH_WHO_MAX 0x3fffffffu

typedef struct {
  coh_cause cause;   /* COH_HIT, or why the D1 did not hold the line */
  coh_source source; /* of the first missing line; COH_FROM_D1 for a hit */
  bool upgrade;      /* a store found a line shared */
  coh_who who;       /* cause COH_REPLACED: whose fill pushed the line out; COH_INVALIDATED: whose store
                        took it away; otherwise 0 */
  uint32_t stall;    /* cycles */
} coh_outcome;

/* What a processor did so far. Identities: cold + replacement + invalidation == read_misses +
 * write_misses; read_misses <= reads; write_misses <= writes. */
typedef struct {
  uint64_t reads;        /* references; modifies count here */
  uint64_t writes;       /* references */
  uint64_t read_misses;  /* references that missed in the D1 */
  uint64_t write_misses; /* references that missed in the D1 */
  uint64_t cold;
  uint64_t replacement;
  uint64_t invalidation;
  uint64_t upgrades;     /* references that found a line shared and stored to it, hit or miss */
  uint64_t stall_cycles;
} coh_counts;

/* Makes a machine with empty caches. `config` must have passed coh_config_check(); it is copied. The
 * caller frees the machine with coh_system_free(). */
coh_system *coh_system_new(const coh_config *config);
void coh_system_free(coh_system *system);

/* The number of processors of the machine. */
unsigned coh_processors(const coh_system *system);

/* One reference of `size` bytes (1 or more) at `address` by `processor`; `who` names whose fill or store
 * it is, for later outcomes. Writes the outcome and counts it. */
void coh_access(coh_system *system, unsigned processor, uint64_t address, uint32_t size, coh_kind kind,
                coh_who who, coh_outcome *outcome);

/* The counts of one processor; valid until the system is freed. */
const coh_counts *coh_counts_of(const coh_system *system, unsigned processor);

/* Sets all counts of all processors to zero; caches and causes stay as they are. */
void coh_counts_zero(coh_system *system);

/* Walks every invariant of the machine and asserts: tags unique in a set and in their set, filter entries
 * name the most recently used line, at most one processor holds a line modified or exclusive and then no
 * other holds it, the D1 is contained in the L2, the state table says resident exactly for resident lines,
 * the directory agrees with the caches. Slow; for tests. */
void coh_check(const coh_system *system);

#endif
