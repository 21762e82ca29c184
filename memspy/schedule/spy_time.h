/* spy_time.h: the time that the program sees: the host's time or, with --time=simulated, the time of the simulated
 * clocks.
 *
 * Simulated time is a processor's cycles at the frequency of the machine. It never decreases, on any processor, and
 * advances with each call. So a loop that waits for a certain time ends even while nothing is simulated. After
 * recording has ended, simulated time follows the host's time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

Bool spy_time_is_simulated(void);

/* Returns the value of a clock (VKI_CLOCK_...) for a thread, in ns. */
ULong spy_time_ns(ThreadId tid, Int clock);

/* Returns the value of the time stamp counter in simulated time, in cycles. */
ULong spy_time_cycles(ThreadId tid);

/* Returns the first cycle at which the simulated monotonic clock is at least `ns`. */
ULong spy_time_cycle_at(ULong ns);

/* Returns the host's monotonic clock, in ns. */
ULong spy_time_host_ns(void);
