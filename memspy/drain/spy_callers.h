/* spy_callers.h: the calling contexts of threads while their records are simulated (--callers).
 *
 * With contexts, each block has instructions of one function only (translate/spy_split.h). So the drain compares the
 * function of each block that is run with the current function of the thread, and reports changes, calls and returns
 * (bins/bin_contexts.h). `packed`: the packed counts of the runs of blocks that a drain has simulated so far.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_state.h"

/* Call before a thread's records are simulated, and after that. */
static inline void spy_callers_resume(spy_queue *q, ULong packed) {
  bin_contexts_resume(spy_contexts, &q->flow, packed);
}
static inline void spy_callers_pause(spy_queue *q, ULong packed) {
  bin_contexts_settle(spy_contexts, &q->flow, packed);
}

/* Call for each run before its counts are added to the packed counts. `header` is the header of the run's record. */
void spy_callers_enter(bin_flow *flow, const spy_exit *e, ULong packed);
static inline void spy_callers_begin(spy_queue *q, ULong header, ULong packed) {
  const spy_exit *e = spy_record_exit(header);
  if (UNLIKELY(!bin_flow_is_in(&q->flow, spy_block_of(e)->function))) spy_callers_enter(&q->flow, e, packed);
  bin_flow_run(&q->flow, (UInt)header);
}

/* For generated code: as spy_callers_enter(), for the block of an exit. Returns the exit. */
const spy_exit *spy_callers_enter_made(bin_flow *flow, const spy_exit *e, ULong packed);

/* As spy_exit_follow(). `packed` includes the run. The first two functions are for runs that end with a call or a
 * return. */
void spy_callers_call(bin_flow *flow, const spy_exit *e, const ULong *last, ULong packed);
void spy_callers_end_call(bin_flow *flow, const spy_exit *e, const ULong *last, ULong packed);
void spy_callers_follow_end(bin_flow *flow, const spy_exit *e, const ULong *last, ULong packed);
static inline void spy_callers_follow(bin_flow *flow, const spy_exit *e, const ULong *last, ULong packed) {
  if (UNLIKELY(e->end != SPY_END_PLAIN)) spy_callers_follow_end(flow, e, last, packed);
}

/* Starts a run that is executed silently: its call does not count. */
void spy_callers_skip(spy_queue *q, ULong header, const spy_exit *e, const ULong *last);

/* The next functions report events of the thread: a return to the address at `base`, and the delivery of a signal. Call
 * spy_callers_pause() before them. */
void spy_callers_return(bin_flow *flow, Addr base);
void spy_callers_interrupt(bin_flow *flow);
