/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_system.h: the simulated multiprocessor, one reference at a time.
 *
 * The model is a set of processors with private caches that an invalidation protocol keeps coherent, as in Martonosi,
 * Gupta and Anderson, "MemSpy: Analyzing Memory System Bottlenecks in Programs", SIGMETRICS 1992, sections 3 and 5.3.
 * The top of coh_system.c states its rules, and names the files with the rules of each part. */
#pragma once

#include "coherence/coh_counts.h"
#include "machine/mach_config.h"

typedef struct coh_system coh_system;

/* The kind of a reference. COH_MODIFY is a read-modify-write instruction, atomic or not: it counts as a read, as it
 * does in cachegrind, but it needs exclusive ownership of the line, as a store does. The lowest bit is set if the
 * reference hits a line in any valid state. */
typedef enum { COH_WRITE = 0, COH_READ = 1, COH_MODIFY = 2 } coh_kind;

typedef enum { COH_HIT, COH_COLD, COH_REPLACED, COH_INVALIDATED } coh_cause;

/* The cache or memory that supplied a missing line. */
typedef enum { COH_FROM_D1, COH_FROM_L2, COH_FROM_LL, COH_FROM_MEMORY, COH_FROM_CACHE } coh_source;

/* A requester: an opaque number of the caller, at most COH_WHO_MAX, to which the machine attributes misses. */
typedef uint32_t coh_who;
#define COH_WHO_MAX 0x1fffffffu

/* The requesters for which a reference is made. */
typedef struct {
  coh_who filler; /* the filler: recorded with the lines that the reference evicts, and with those that it modifies */
  coh_who storer; /* the storer: recorded with the lines that the reference invalidates at other processors */
  uint32_t note;  /* any number; the machine passes it to coh_revision and coh_mover */
  uint32_t code;  /* address of the instruction that makes the reference, for the stride prefetcher */
} coh_blame;

/* The TLB look-ups of one reference (coh_tlb.h). */
typedef struct {
  uint32_t misses; /* number of pages that miss in the first-level TLB */
  uint32_t walks;  /* number of pages that miss in both TLBs; at most `misses` */
  uint32_t cycles; /* time of these misses in cycles, which is a part of the reference's stall */
} coh_translation;

/* The prefetches that a reference triggered or used (coh_prefetcher.h). */
typedef struct {
  uint32_t issued;  /* number of lines that the prefetchers fetched because of the reference */
  uint32_t covered; /* number of prefetched lines for which the reference is the first use */
  uint32_t late;    /* number of covered lines that had not arrived yet, so that the reference waited; at most
                       `covered` */
  bool displaced;   /* for cause COH_REPLACED: whether a prefetch evicted the line */
} coh_prefetching;

/* Returns whether any count of *prefetching is not zero. (`late` is a part of `covered`.) */
static inline bool coh_is_prefetching(const coh_prefetching *prefetching) {
  return prefetching->issued != 0 || prefetching->covered != 0 || prefetching->displaced;
}

/* The outcome of a reference. */
typedef struct {
  coh_cause cause;   /* COH_HIT, or the cause of the miss in the D1 */
  coh_source source; /* source of the first missing line; COH_FROM_D1 for a hit */
  bool upgrade;      /* whether the reference is a store that found a line shared or owned */
  bool true_sharing; /* for cause COH_INVALIDATED: whether the reference itself shows true sharing. If not, the miss
                        counts as false sharing, until a coh_revision reports true sharing */
  bool remote;       /* for a miss: whether another node supplied the line */
  bool capacity;     /* for cause COH_REPLACED on a machine with `conflicts`: either `capacity` or `conflict` is set */
  bool conflict;
  coh_who who;    /* for cause COH_REPLACED, the requester whose fill evicted the line; for COH_INVALIDATED, the
                     requester whose store invalidated it; otherwise 0 */
  uint32_t stall; /* cycles */
  coh_translation translation;
  coh_prefetching prefetching;
  uint64_t line; /* number of the first missing line; without a miss, number of the first upgraded line; without either,
                    number of any touched line */
} coh_outcome;

/* The kinds of transfers of a line (coh_traffic.h), in the order of the counts of bytes. */
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

/* Returns a pointer to the count, in *counts, of the bytes that transfers of kind `move` moved. */
static inline uint64_t *coh_counts_moved(coh_counts *counts, coh_move move) {
  return coh_counts_at(counts, COH_COUNT_D1_BYTES_READ + move);
}

/* Callback: an invalidation miss of `processor` on `line`, which counted as false sharing so far, is true sharing.
 * `note` is from the blame of the reference that missed. The machine has already moved one miss from false_sharing to
 * true_sharing in the processor's counts. coh_access() and coh_line_use() call it before they count the current
 * reference; the callback must not call the machine. */
typedef void coh_revision(void *closure, unsigned processor, uint64_t line, uint32_t note);

/* Callback: a line that a prefetcher of `processor` had fetched has left the D1 unused. `note` is from the blame of the
 * reference that triggered the prefetch. The machine has already counted the line. It makes the call at the same time
 * as that of a coh_revision. */
typedef coh_revision coh_waste;

/* Callback: a reference of `processor`, or a fetch of code, transfers a line. `data` is the filler of that reference;
 * for a line that is written back, the filler of the reference that modified it last. `note` is from the blame of the
 * reference that causes the transfer. The machine has already counted the bytes. It makes the call at the same time as
 * that of a coh_revision. */
typedef void coh_mover(void *closure, unsigned processor, coh_move move, coh_who data, uint32_t note);

/* The maximum of coh_blame.note on a machine with windows. */
#define COH_NOTE_MAX 0x7fffffffu

/* The stall of a reference on a processor with a window. */
typedef struct {
  uint32_t stall;       /* cycles */
  uint32_t latency;     /* number of cycles that were counted as overlapped before, but are not overlapped */
  uint32_t translation; /* number of cycles of `stall` that are due to the translation of the reference's pages */
  bool miss;            /* whether the reference was counted as an overlapped miss before, but is not one */
} coh_charge;

/* Callback: a processor with a window has waited for an earlier reference, which was counted as overlapped. `note` is
 * from the blame of that reference. The machine has already counted the stall. The callback must not call the
 * machine. */
typedef void coh_charger(void *closure, unsigned processor, uint32_t note, const coh_charge *charge);

/* Callback: the line in `slot` of a processor's D1 leaves the D1. If `replaced`, a fill of the D1, or of the L2 that
 * contains it, evicts the line; if not, another processor invalidates it. coh_access() and coh_line_use() call it while
 * the slot still holds the line; the callback must not call the machine. */
typedef void coh_departure(void *closure, unsigned processor, uint64_t slot, bool replaced);

/* Returns a new machine with empty caches. `config` must have passed mach_config_check(); it is copied. The
 * caller frees the machine with coh_system_free(). */
coh_system *coh_system_new(const mach_config *config);
void coh_system_free(coh_system *system);

/* Gives `n` zones of memory a placement or a page size of their own. The zones must not overlap, must not change once
 * the program has used a page of them, and must live as long as the machine. */
void coh_system_place(coh_system *system, const mach_zone *zones, unsigned n);

/* Returns the number of processors of the machine. */
unsigned coh_processors(const coh_system *system);

/* Returns mach_config_has_models() of the machine's configuration. */
bool coh_has_models(const coh_system *system);

/* Sets the callback for misses that turn out to be true sharing after they were counted. NULL removes the callback. */
void coh_system_on_true_sharing(coh_system *system, coh_revision *revision, void *closure);

/* Sets the callback for prefetched lines that leave the D1 unused. NULL removes the callback. */
void coh_system_on_waste(coh_system *system, coh_waste *waste, void *closure);

/* Sets the callback for line transfers, on a machine that counts traffic. NULL removes the callback. */
void coh_system_on_traffic(coh_system *system, coh_mover *mover, void *closure);

/* Sets the callback for the stalls of references on a machine with windows. NULL removes the callback. */
void coh_system_on_charge(coh_system *system, coh_charger *charger, void *closure);

/* Waits until all misses of all processors have completed. Afterwards, all stalls are charged. */
void coh_system_drain(coh_system *system);

/* Sets the callback for lines that leave a D1. NULL removes the callback. */
void coh_system_on_departure(coh_system *system, coh_departure *departure, void *closure);

/* The next two functions return and set the clock of a processor, in cycles. The caller adds the cycles of the
 * instructions. Only contention and prefetchers depend on the clock. */
uint64_t coh_now(const coh_system *system, unsigned processor);
void coh_set_now(coh_system *system, unsigned processor, uint64_t now);

/* Returns the counts of one processor, which are valid until the system is freed. */
const coh_counts *coh_counts_of(const coh_system *system, unsigned processor);

/* Returns the sum of the counts of all processors. */
coh_counts coh_counts_of_all(const coh_system *system);

/* Sets all counts of all processors to zero; caches, causes and clocks stay as they are. A coh_revision will not report
 * a miss from before the call. */
void coh_counts_zero(coh_system *system);

/* Sets the counts of a processor to values that it had before. A coh_revision will not report a miss of the processor
 * from before the call. */
void coh_counts_restore(coh_system *system, unsigned processor, const coh_counts *counts);

/* Asserts every invariant of the machine. Slow; for tests. The invariants:
 *  - tags are in their set, and unique in it;
 *  - filter entries name lines whose plain uses have no side effect (under tree-PLRU, the line used last in each set);
 *  - at most one processor owns a line, and no other holds it unless its state is owned;
 *  - the L2 contains the D1;
 *  - the line histories mark exactly the lines in the D1 as resident;
 *  - the directory agrees with the caches;
 *  - a modified line is watched unless all its granules are recorded for every processor awaited at it;
 *  - no other node's last level has a modified line;
 *  - each prefetched line is counted;
 *  - the counts obey their identities. */
void coh_check(const coh_system *system);
