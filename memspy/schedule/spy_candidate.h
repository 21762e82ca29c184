/* spy_candidate.h: what a processor with nothing to simulate does next, and when.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_CANDIDATE_H
#define MEMSPY_SPY_CANDIDATE_H

#include "memspy/core/spy_valgrind.h"

/* The thread that a processor with an empty lane would run; VG_INVALID_THREADID: none can run. */
ThreadId spy_candidate(UInt processor);

/* The clock at which a thread of the processor would begin to run. */
ULong spy_candidate_start(UInt processor, ThreadId tid);

/* When the processor can do something without its lane: run that thread, or let an alarm ring. A key of
 * coherence/coh_order-inl.h; COH_ORDER_NEVER: it cannot. */
ULong spy_candidate_key(UInt processor);

/* Whether it is a thread's alarm that makes the processor of the key have its turn. */
Bool spy_alarm_rings(ULong key);

/* A clock that no processor has passed, for what comes from outside: that of the first one that could go on; if none
 * could, the latest of all. */
ULong spy_first_clock(void);

/* The first thread by number that could run; VG_INVALID_THREADID: none. */
ThreadId spy_only_thread(void);

#endif
