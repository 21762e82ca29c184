/* spy_answer_time.h: answers system calls about time from the simulated clocks (--time=simulated).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Answers clock_gettime, gettimeofday, time, times or getrusage. Returns the system call's result. */
Word spy_answer_time(ThreadId tid, UWord number, const UWord *arguments);

/* Returns the end of a sleep (nanosleep, clock_nanosleep) that begins now, in ns of the monotonic clock. Returns 0 if
 * the arguments are invalid. */
ULong spy_answer_sleep_end(ThreadId tid, UWord number, const UWord *arguments);

/* Stores the remaining time of a sleep that ended early. */
void spy_answer_sleep_rest(ThreadId tid, UWord number, const UWord *arguments, ULong end);
