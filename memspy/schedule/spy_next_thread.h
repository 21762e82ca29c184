/* spy_next_thread.h: selects the next action of a processor with an empty lane, and its time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns the thread that a processor with an empty lane would run next; VG_INVALID_THREADID: none can run. */
ThreadId spy_next_thread(UInt processor);

/* Returns the clock at which a thread would begin to run on the processor. */
ULong spy_next_thread_start(UInt processor, ThreadId tid);

/* Returns the key (coherence/coh_order-inl.h) at which a processor with an empty lane can act, by running that thread
 * or by an alarm that expires. COH_ORDER_NEVER: it cannot act. */
ULong spy_next_thread_key(UInt processor);

/* Returns whether the processor with that key has the turn because of a thread's alarm. */
Bool spy_alarm_rings(ULong key);

/* Returns a clock for external events, which no processor has passed: the earliest clock at which a processor could
 * continue. If no processor could, returns the latest clock of all processors. */
ULong spy_first_clock(void);

/* Returns the thread with the lowest number that could run; VG_INVALID_THREADID: none could. */
ThreadId spy_only_thread(void);
