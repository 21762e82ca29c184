/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_window.h: the instruction window of an out-of-order processor, which overlaps misses with instructions and with
 * each other.
 *
 * The caller executes instructions, simulates their references in program order, and reports each miss with its
 * latency. The window returns the cycles for which the processor stalls. coh_window.c states the rules.
 *
 * Times are in ticks of 1 / MACH_TICKS cycles since the window was made. A time is the sum of the progress and of all
 * stalls so far. The progress at an instruction is `step` times the number of instructions executed so far, including
 * this one. The progress never decreases from call to call. */
#pragma once

#include "machine/mach_config.h"

/* The parameters of a processor. */
typedef struct {
  unsigned instructions; /* entries of the reorder buffer, 1 to MACH_MAX_WINDOW */
  unsigned outstanding;  /* line fill buffers, 1 to MACH_MAX_OUTSTANDING */
  unsigned stores;       /* entries of the store buffer, 0 (none) to MACH_MAX_STORES */
  unsigned sets;         /* sets of the first-level cache; without `set_misses`, any number */
  unsigned set_misses;   /* misses of one set that can be in progress at the same time, at most MACH_MAX_OUTSTANDING; 0:
                            no limit */
  unsigned step;         /* ticks per instruction, without stalls: MACH_TICKS / dispatch width */
} coh_window_config;

typedef enum {
  COH_WINDOW_LOAD,
  COH_WINDOW_STORE,
  COH_WINDOW_MODIFY, /* a load whose instruction also stores; if the store buffer supplies the load, a store */
  COH_WINDOW_ATOMIC  /* an atomic instruction or a fence, whether it misses or not */
} coh_window_kind;

#define COH_NO_SET UINT32_MAX

/* A miss, or an atomic instruction or fence that does not miss. */
typedef struct {
  uint64_t progress; /* ticks: the progress at its instruction */
  uint64_t producer; /* loads: completion, in ticks, of the load that produces the address; 0: none */
  uint64_t word;     /* address / 8, by which a load finds a buffered store */
  uint64_t since;    /* ticks: earliest time at which the latency can begin, if the line is on its way to a processor;
                        0: the latency begins at once. If the line is on its way to this processor, `latency` is 0 */
  uint32_t latency;  /* cycles; at least 1 if `since` is 0, except for an atomic instruction or fence that does not miss
                      */
  uint32_t set;      /* its set of the first-level cache, or COH_NO_SET: it fills no line */
  uint32_t note, part; /* any numbers of the caller, passed to coh_window_report */
  coh_window_kind kind;
} coh_window_miss;

/* The answer to a miss. */
typedef struct {
  uint64_t completion; /* ticks. Load: the time at which it completes, which is the `producer` of loads whose address it
                          produces. Store: the time at which it leaves the store buffer */
  uint64_t stall;      /* cycles for which the processor stalled since the previous call */
  uint32_t latency;    /* cycles: the miss's latency, including the wait until `since`; the caller counts it as
                          overlapped */
  bool forwarded;      /* the load takes its value from the store buffer: it is a hit */
} coh_window_answer;

/* Callback: the processor has waited for a miss, and will not wait for it again. The window calls it once for each miss
 * with a stall, in any order, also before coh_window_enter() returns. `stall`: cycles for which the processor waited for
 * this miss as the oldest incomplete one; `latency`: cycles of coh_window_answer.latency that are therefore not
 * overlapped. The sum of `stall` over all misses equals the sum of the stalls that the window's functions return. The
 * callback must not call the window. */
typedef void coh_window_report(void *closure, uint32_t note, uint32_t part, uint32_t stall, uint32_t latency);

/* For coh_window: an incomplete miss. */
typedef struct {
  uint64_t progress;
  uint64_t completion; /* time of completion, in ticks */
  uint32_t order;      /* number of the miss among all misses, modulo 2^32 */
  uint32_t latency;    /* cycles, including the wait until coh_window_miss.since */
  uint32_t note, part;
} coh_window_entry;

/* For coh_window: a queue of misses in program order. */
typedef struct {
  coh_window_entry *entries; /* `most` entries, used as a ring */
  unsigned first, n, most;
} coh_window_queue;

/* A window. Its fields are public only for coh_window_advance(). */
typedef struct {
  coh_window_config config;
  coh_window_queue loads;                 /* loads in the reorder buffer, also completed ones */
  coh_window_queue stores;                /* stores in the store buffer */
  uint64_t due;                           /* progress at which the oldest load must have completed */
  uint64_t stalled;                       /* ticks of all stalls so far */
  uint64_t answered;                      /* cycles of `stalled` that calls have returned */
  uint64_t retired;                       /* time at which all loads so far have completed */
  uint64_t committed;                     /* time at which all stores so far have left the store buffer */
  uint64_t *words;                        /* address / 8 of the store at each place of `stores` */
  uint32_t misses;                        /* number of misses so far, modulo 2^32 */
  uint64_t buffers[MACH_MAX_OUTSTANDING]; /* times from which the line fill buffers are free, in ascending order */
  uint64_t *places;                       /* by set, set_misses each: times at which the latest misses of the set have
                                             their lines; NULL: no limit */
  coh_window_report *report;              /* NULL: none */
  void *closure;
} coh_window;

/* Makes an empty window. `report` can be NULL. The caller frees the window with coh_window_free(). */
coh_window *coh_window_new(const coh_window_config *config, coh_window_report *report, void *closure);

/* Frees the window. NULL is allowed. */
void coh_window_free(coh_window *window);

/* Enters a miss, an atomic instruction or a fence. */
coh_window_answer coh_window_enter(coh_window *window, const coh_window_miss *miss);

/* Returns the time at `progress`, in ticks. */
static inline uint64_t coh_window_time(const coh_window *window, uint64_t progress) {
  return progress + window->stalled;
}

/* Returns whether the store buffer supplies a load of a word (address / 8) at `progress`. */
bool coh_window_forwards(const coh_window *window, uint64_t word, uint64_t progress);

/* For coh_window_advance() only: as that function, but the oldest load is due. */
uint64_t coh_window_retire(coh_window *window, uint64_t progress);

/* Executes instructions without misses up to `progress`. Returns the cycles for which the processor stalled since
 * the previous call. Call it before any use of the processor's clock. */
static inline uint64_t coh_window_advance(coh_window *window, uint64_t progress) {
  return progress < window->due ? 0 : coh_window_retire(window, progress);
}

/* Waits at `progress` until all misses have completed, for example at a switch to another thread.
 * Returns the cycles for which the processor stalled since the previous call. */
uint64_t coh_window_drain(coh_window *window, uint64_t progress);

/* Advances the window by cycles in which no instruction enters it, for a reason other than a miss, such as an
 * instruction fetch. These cycles are not part of any stall that the window returns. */
void coh_window_pass(coh_window *window, uint64_t cycles);

/* Makes sure that the window reports none of the misses so far. Later calls still return the stalls of these misses. */
void coh_window_disown(coh_window *window);
