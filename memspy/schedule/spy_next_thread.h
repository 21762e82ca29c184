/* spy_next_thread.h: selects the next action of a processor with an empty lane, and its time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The thread that a processor with an empty lane would run; VG_INVALID_THREADID: none can run. */
ThreadId spy_next_thread(UInt processor);

/* The clock at which a thread of the processor would begin to run. */
ULong spy_next_thread_start(UInt processor, ThreadId tid);

/* The key (coherence/coh_order-inl.h) at which the processor can act without its lane, by running that thread or an
 * expired alarm; COH_ORDER_NEVER: never. */
ULong spy_next_thread_key(UInt processor);

/* Whether the turn of the processor with that key is due to a thread's alarm. */
Bool spy_alarm_rings(ULong key);

/* A clock that no processor has passed, for external events: the earliest clock at which a processor could continue; if
 * there is none, the latest clock of all processors. */
ULong spy_first_clock(void);

/* The first thread by number that could run; VG_INVALID_THREADID: none. */
ThreadId spy_only_thread(void);
