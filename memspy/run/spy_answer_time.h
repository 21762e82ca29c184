/* spy_answer_time.h: system calls about time, answered with --time=simulated by the simulated clocks.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_ANSWER_TIME_H
#define MEMSPY_SPY_ANSWER_TIME_H

#include "memspy/core/spy_valgrind.h"

/* Answers clock_gettime, gettimeofday, time, times or getrusage. Returns the system call's result. */
Word spy_answer_time(ThreadId tid, UWord number, const UWord *arguments);

/* When a sleep (nanosleep, clock_nanosleep) that begins now ends, ns by the monotonic clock; 0: its arguments are
 * wrong. */
ULong spy_answer_sleep_end(ThreadId tid, UWord number, const UWord *arguments);

/* A sleep that ended early tells the program what is left. */
void spy_answer_sleep_rest(ThreadId tid, UWord number, const UWord *arguments, ULong end);

#endif
