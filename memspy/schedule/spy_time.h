/* spy_time.h: the time that the program sees: the host's, or with --time=simulated that of the simulated clocks.
 *
 * Simulated time is a processor's cycles at the frequency of the machine. It never decreases, on any processor, and
 * advances with each call: a loop that waits for it ends even while nothing is simulated. After recording has ended it
 * follows the host's time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

Bool spy_time_is_simulated(void);

/* The value of a clock (VKI_CLOCK_...) for a thread, ns. */
ULong spy_time_ns(ThreadId tid, Int clock);

/* The value of the time stamp counter in simulated time: cycles. */
ULong spy_time_cycles(ThreadId tid);

/* The first cycle at which the simulated monotonic clock is at least `ns`. */
ULong spy_time_cycle_at(ULong ns);

/* The host's monotonic clock, ns. */
ULong spy_time_host_ns(void);
