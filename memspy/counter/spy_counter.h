/* spy_counter.h: a simulated hardware counter (--samples). Every Nth miss of a kind, over all processors, gives a
 * sample: an instruction and the calls that were open. With a skid it is an instruction that the thread executes so
 * many instructions later.
 *
 * The drain reports each miss, call and run of a block of a thread, in order (drain/spy_counted.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_COUNTER_H
#define MEMSPY_SPY_COUNTER_H

#include "coherence/coh_system-inl.h"
#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_counting.h"

/* Written by spy_counter.c alone. */
typedef struct {
  Bool is_on; /* there is a counter: blocks have frames (spy_block_frames()) */
  spy_counted_event event;
  ULong left; /* events until the next sample */
  UInt due;   /* samples that wait for their instruction, of all threads */
} spy_counter_state;
extern spy_counter_state spy_counter;

/* Before the program runs; without --samples nothing happens. `counting` must stay. */
void spy_counter_begin(const spy_counting *counting);

/* How many events a processor has had. */
static inline ULong spy_counter_events(const coh_processor *p) {
  const coh_counts *counts = &p->counts;
  if (spy_counter.event == SPY_COUNTS_D1) return counts->read_misses + counts->write_misses;
  return spy_counter.event == SPY_COUNTS_LL ? counts->memory : counts->invalidation;
}

/* A reference of the run that a thread is in was an event. */
void spy_counter_sample(const spy_queue *q, const spy_exit *e, const bin_site *site);
static inline void spy_counter_event(const spy_queue *q, const spy_exit *e, const bin_site *site) {
  if (UNLIKELY(--spy_counter.left == 0)) spy_counter_sample(q, e, site);
}

/* Whether a sample of the thread waits for its instruction. */
Bool spy_counter_waits_in(const spy_queue *q);
static inline Bool spy_counter_waits(const spy_queue *q) {
  return UNLIKELY(spy_counter.due != 0) && spy_counter_waits_in(q);
}

/* Before the call of a site in the middle of that run is followed, and behind it: its return address is at `base`. */
void spy_counter_take_until(const spy_queue *q, const spy_exit *e, const bin_site *site);
static inline void spy_counter_call(const spy_queue *q, const spy_exit *e, const bin_site *site) {
  if (UNLIKELY(spy_counter.due != 0)) spy_counter_take_until(q, e, site);
}
void spy_counter_called(spy_queue *q, const spy_exit *e, const bin_site *site, ULong base);

/* The run is over: before the call or return at its end is followed, and behind it; `last` is its last reference. */
void spy_counter_take_run(const spy_queue *q, const spy_exit *e);
static inline void spy_counter_end_run(const spy_queue *q, const spy_exit *e) {
  if (UNLIKELY(spy_counter.due != 0)) spy_counter_take_run(q, e);
}
void spy_counter_called_at_end(spy_queue *q, const spy_exit *e, ULong base);
static inline void spy_counter_ended_run(spy_queue *q, const spy_exit *e, const ULong *last) {
  if (UNLIKELY(e->end == SPY_END_CALL)) spy_counter_called_at_end(q, e, *last);
}

/* The thread has ended: what waits for its instructions is lost. */
void spy_counter_thread_ends(const spy_queue *q);

/* Forgets all samples. Without --samples nothing happens. */
void spy_counter_zero(void);

/* Samples that are the same; their frames (spy_frame_get()) are frames[first .. first + n), innermost first. */
typedef struct {
  UInt processor; /* that the miss was on */
  UInt first, n;
  ULong times;
} spy_counter_sampled;

/* All, in the order in which they were met first; *n: how many. Valid until the next miss. */
const spy_counter_sampled *spy_counter_samples(UInt *n, const UInt **frames);

/* How many had no instruction to stop at, because their thread ended before. Those that wait are among them. */
ULong spy_counter_lost(void);

#endif
