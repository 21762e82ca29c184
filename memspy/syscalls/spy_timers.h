/* spy_timers.h: timers that are files (timerfd), on the simulated clock.
 *
 * With --time=simulated the program's timers in the kernel are stopped. The tool computes when each expires, and makes
 * its file readable then: when a thread that waits for files has reached that time, or any thread makes a call after
 * it. A thread that runs alone waits in the kernel, for the rest of the timer; then its clock jumps there. The
 * number of expirations that the program reads is replaced.
 *
 * Files that this process did not make, or duplicates (dup), keep the host's time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Whether a timerfd_settime or timerfd_gettime of this file is answered here. */
Bool spy_timers_has(UWord fd);

/* Whether there are timers. */
Bool spy_timers_exist(void);

/* Answer these calls. Return the system call's result. */
Word spy_timers_answer_set(ThreadId tid, const UWord *arguments);
Word spy_timers_answer_get(ThreadId tid, const UWord *arguments);

/* The next expiry of a timer whose file is not readable yet, in ns of the program's monotonic clock; 0: none. */
ULong spy_timers_first(void);

/* Makes the files of timers readable that have expired by a thread's clock. */
void spy_timers_ring(ThreadId tid);

/* A thread that runs alone is about to wait in the kernel: starts the timers there, with their remaining times. */
void spy_timers_lend(ThreadId tid);

/* Call when the thread has returned: its clock jumps to the time of the expired timer. */
void spy_timers_take_back(ThreadId tid);

/* Simulated time has ended: the timers continue in the kernel. */
void spy_timers_release(ThreadId tid);

/* A thread's system call has returned: records new and closed timers, and corrects the data that were read. */
void spy_timers_after(ThreadId tid, UWord number, const UWord *arguments, Word result);
