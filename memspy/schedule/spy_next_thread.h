/* spy_next_thread.h: selects the next action of a processor with an empty lane, and the time of this action.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns the thread that a processor with an empty lane would run next, or VG_INVALID_THREADID if none can run. */
ThreadId spy_next_thread(UInt processor);

/* Returns the clock at which a thread would begin to run on the processor. */
ULong spy_next_thread_start(UInt processor, ThreadId tid);

/* Returns the key (coherence/coh_order-inl.h) at which a processor with an empty lane can act. It acts when its next
 * thread runs, or when an alarm expires. Returns COH_ORDER_NEVER if it cannot act. */
ULong spy_next_thread_key(UInt processor);

/* Returns whether the processor with the key `key` has the turn because of a thread's alarm. */
Bool spy_alarm_rings(ULong key);

/* Returns a clock for external events. It is the earliest clock at which a processor can continue, but at least the
 * clock of each processor whose lane has records. If no processor can continue, returns the latest clock of all
 * processors. */
ULong spy_first_clock(void);

/* Returns the thread with the lowest number among those that could run, or VG_INVALID_THREADID if none could. */
ThreadId spy_only_thread(void);
