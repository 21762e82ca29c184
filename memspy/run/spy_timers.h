/* spy_timers.h: timers that are files (timerfd), by the simulated clock.
 *
 * With --time=simulated the kernel's timers of the program stand still. The tool knows when each runs out, and makes
 * its file readable then: when a thread that waits for files has come to that time, or any thread makes a call after
 * it. A thread alone waits in the kernel, for as long as the timer has left; then its clock jumps there. How often the
 * timer has run out is put in place of what the program reads.
 *
 * Files that were not made by this process, or are known by another number (dup), keep the host's time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TIMERS_H
#define MEMSPY_SPY_TIMERS_H

#include "memspy/core/spy_valgrind.h"

/* Whether a timerfd_settime or timerfd_gettime of this file is to be answered here. */
Bool spy_timers_has(UWord fd);

/* Whether there is one at all. */
Bool spy_timers_exist(void);

/* Answer these. Return the system call's result. */
Word spy_timers_answer_set(ThreadId tid, const UWord *arguments);
Word spy_timers_answer_get(ThreadId tid, const UWord *arguments);

/* When the first timer runs out whose file is not readable yet, ns by the program's monotonic clock; 0: none. */
ULong spy_timers_first(void);

/* Makes the files of timers readable that have run out by a thread's clock. */
void spy_timers_ring(ThreadId tid);

/* A thread alone is about to wait in the kernel: lets the timers run there, for as long as they have left. */
void spy_timers_lend(ThreadId tid);

/* It is back: its clock jumps to what has run out. */
void spy_timers_take_back(ThreadId tid);

/* Simulated time has ended: the timers go on in the kernel. */
void spy_timers_release(ThreadId tid);

/* A thread's system call has returned: notes new timers and closed ones, and corrects what was read. */
void spy_timers_after(ThreadId tid, UWord number, const UWord *arguments, Word result);

#endif
