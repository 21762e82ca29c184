/* spy_counter.h: a simulated hardware counter (--samples). On average, one in N misses of a kind, over all processors,
 * gives a sample. A sample is an instruction with the open calls. With a skid, it is a later instruction of the thread.
 *
 * The drain reports each miss, call and block run of a thread, in order (drain/spy_counted.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system-inl.h"
#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_counting.h"

/* The fields are written only by spy_counter.c. */
typedef struct {
  Bool is_on; /* whether a counter is active; if so, blocks have frames (spy_block_frames()) */
  spy_counted_event event;
  ULong left; /* events until the next sample */
  UInt due;   /* number of pending samples of all threads */
} spy_counter_state;
extern spy_counter_state spy_counter;

/* Call before the program runs; without --samples it does nothing. `counting` must stay valid. */
void spy_counter_begin(const spy_counting *counting);

/* Returns the number of a processor's events so far. */
static inline ULong spy_counter_events(const coh_processor *p) {
  const coh_counts *counts = &p->counts;
  if (spy_counter.event == SPY_COUNTS_D1) return counts->read_misses + counts->write_misses;
  return spy_counter.event == SPY_COUNTS_LL ? counts->memory : counts->invalidation;
}

/* Call when a reference of the thread's current block run was the event of a sample. */
void spy_counter_sample(const spy_queue *q, const spy_exit *e, const bin_site *site);
static inline void spy_counter_event(const spy_queue *q, const spy_exit *e, const bin_site *site) {
  if (UNLIKELY(--spy_counter.left == 0)) spy_counter_sample(q, e, site);
}

/* Returns whether the thread has a pending sample. */
Bool spy_counter_waits_in(const spy_queue *q);
static inline Bool spy_counter_waits(const spy_queue *q) {
  return UNLIKELY(spy_counter.due != 0) && spy_counter_waits_in(q);
}

/* For a site that is a call in the middle of a block run: call spy_counter_call() before the flow follows the call, and
 * spy_counter_called() afterwards. `base` is the address at which the return address is stored. */
void spy_counter_take_until(const spy_queue *q, const spy_exit *e, const bin_site *site);
static inline void spy_counter_call(const spy_queue *q, const spy_exit *e, const bin_site *site) {
  if (UNLIKELY(spy_counter.due != 0)) spy_counter_take_until(q, e, site);
}
void spy_counter_called(spy_queue *q, const spy_exit *e, const bin_site *site, ULong base);

/* For the end of a block run: call spy_counter_end_run() before the flow follows the run's final call or return, and
 * spy_counter_ended_run() afterwards. `last` is the run's last reference. */
void spy_counter_take_run(const spy_queue *q, const spy_exit *e);
static inline void spy_counter_end_run(const spy_queue *q, const spy_exit *e) {
  if (UNLIKELY(spy_counter.due != 0)) spy_counter_take_run(q, e);
}
void spy_counter_called_at_end(spy_queue *q, const spy_exit *e, ULong base);
static inline void spy_counter_ended_run(spy_queue *q, const spy_exit *e, const ULong *last) {
  if (UNLIKELY(e->end == SPY_END_CALL)) spy_counter_called_at_end(q, e, *last);
}

/* Call when the thread has ended. Its pending samples are lost. */
void spy_counter_thread_ends(const spy_queue *q);

/* Drops all samples; without --samples it does nothing. */
void spy_counter_zero(void);

/* A group of equal samples. Their frames (spy_frame_get()) are frames[first .. first + n), innermost first. */
typedef struct {
  UInt processor; /* processor of the miss */
  UInt first, n;
  ULong times;
} spy_counter_sampled;

/* Returns all samples, in the order of their first occurrence, and sets *n to their number. The result is valid until
 * the next miss. */
const spy_counter_sampled *spy_counter_samples(UInt *n, const UInt **frames);

/* Returns the number of samples that are lost because their thread ended, plus the pending ones. */
ULong spy_counter_lost(void);
