/* spy_callers.h: the calling contexts of threads while their records are simulated (--callers).
 *
 * With contexts, each block has instructions of one function only (translate/spy_split.h). So the drain compares the
 * function of each block that is run with the current function of the thread, and reports changes, calls and returns
 * (bins/bin_contexts.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_state.h"

/* Call before a thread's records are simulated. `packed`: the counts of runs on its processor that have not been added
 * to the account yet; it is valid until spy_callers_pause(). Another call can replace the pointer to the counts. */
void spy_callers_resume(const spy_queue *q, const ULong *packed);
void spy_callers_pause(const spy_queue *q);

/* Call before the counts of a run are added. `header` is the header of the run's record. */
void spy_callers_enter(spy_queue *q, const spy_block *block);
static inline void spy_callers_begin(spy_queue *q, ULong header) {
  const spy_block *block = spy_block_of(spy_record_exit(header));
  if (UNLIKELY(!bin_flow_is_in(&q->flow, block->function))) spy_callers_enter(q, block);
  q->left_at = (UInt)header;
}

/* As spy_exit_follow(). */
void spy_callers_follow_end(bin_flow *flow, const spy_exit *e, const ULong *last);
static inline void spy_callers_follow(bin_flow *flow, const spy_exit *e, const ULong *last) {
  if (UNLIKELY(e->end != SPY_END_PLAIN)) spy_callers_follow_end(flow, e, last);
}

/* The next functions report events of the thread: a return to the address at `base`, the delivery of a signal, and a
 * new stack. */
void spy_callers_return(bin_flow *flow, Addr base);
void spy_callers_interrupt(bin_flow *flow);
void spy_callers_new_stack(const bin_flow *flow);
