/* spy_time.h: the time that the program sees: the host's, or with --time=simulated that of the simulated clocks.
 *
 * Simulated time is a processor's cycles at the frequency of the machine. It never runs back, whichever processor a
 * thread asks on, and passes with each question: a program that waits in a loop for it comes to an end also while
 * nothing is simulated. Once recording has ended it goes on with the host's.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TIME_H
#define MEMSPY_SPY_TIME_H

#include "memspy/core/spy_valgrind.h"

Bool spy_time_is_simulated(void);

/* What a clock of the program (VKI_CLOCK_...) shows to a thread, ns. */
ULong spy_time_ns(ThreadId tid, Int clock);

/* What the time stamp counter shows, in simulated time: cycles. */
ULong spy_time_cycles(ThreadId tid);

/* The cycle at which the simulated monotonic clock shows so many ns, or more. */
ULong spy_time_cycle_at(ULong ns);

/* ns by the host's monotonic clock. */
ULong spy_time_host_ns(void);

#endif
