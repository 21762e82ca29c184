/* spy_timers.h: timers that are files (timerfd), driven by the simulated clock.
 *
 * With --time=simulated, the program's timers are stopped in the kernel. The tool computes when each timer expires. It
 * makes the timer's file readable when a thread that waits for files has reached that time, or when any thread makes a
 * call after that time. A thread that runs alone waits in the kernel for the remaining time of the timer. Then the
 * clock of the thread jumps to the time of expiry. The tool replaces the number of expirations that the program reads.
 *
 * Timers whose files this process did not make, or which are duplicates (dup), keep the host's time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether the tool answers a timerfd_settime or timerfd_gettime of this file. */
Bool spy_timers_has(UWord fd);

/* Returns whether there are timers. */
Bool spy_timers_exist(void);

/* The next two functions answer these calls, and return the result of the system call. */
Word spy_timers_answer_set(ThreadId tid, const UWord *arguments);
Word spy_timers_answer_get(ThreadId tid, const UWord *arguments);

/* Returns the next expiry of a timer whose file is not readable yet, in ns of the program's monotonic clock, or 0 if
 * there is none. */
ULong spy_timers_first(void);

/* Makes the files of those timers readable that have expired by the clock of a thread. */
void spy_timers_ring(ThreadId tid);

/* Call when a thread that runs alone is about to wait in the kernel: starts the timers there, with their remaining
 * times. */
void spy_timers_lend(ThreadId tid);

/* Makes the clock of a thread jump to the time of the expired timer. Call it when the thread has returned from the
 * kernel. */
void spy_timers_take_back(ThreadId tid);

/* Call when simulated time has ended: the timers continue in the kernel. */
void spy_timers_release(ThreadId tid);

/* Call when a system call of a thread has returned: records new and closed timers, and corrects the data that were
 * read. */
void spy_timers_after(ThreadId tid, UWord number, const UWord *arguments, Word result);
