/* spy_futex.h: answers futex(2) calls of threads that wait for each other.
 *
 * If the kernel woke the threads, the times and the order would depend on the host. So the tool answers calls that
 * concern only threads of this process. It wakes these threads in FIFO order.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether the tool answers a call of the running thread. arguments[6] are the arguments of the system call. The
 * kernel handles calls with priority inheritance. It also handles calls at words in memory that other processes can
 * share (spy_shared.h), unless the call has the flag FUTEX_PRIVATE_FLAG. If the kernel handles one of the two words of
 * a call, it also handles the other word from then on. Threads that wait in the tool at that word continue with a
 * spurious wake-up, which futex(2) allows. */
Bool spy_futex_takes(ThreadId tid, const UWord *arguments);

/* Call before the kernel answers futex_waitv. arguments[6] are the arguments of the system call. From then on, the
 * kernel handles the words of the call, as described for spy_futex_takes(). */
void spy_futex_leave_words(ThreadId tid, const UWord *arguments);

/* Answers a call of the running thread, which possibly waits in the tool. Returns the result of the system call. Sets
 * *interrupted if a wait ended early because of signals. */
Word spy_futex_call(ThreadId tid, const UWord *arguments, Bool *interrupted);

/* The next functions are the parts of spy_futex_call(). _begin() begins the call. If the thread must wait
 * (spy_schedule_wait()), it sets *waits; otherwise it returns the result. Call _waits_on() after each wait; it returns
 * whether the thread must wait again. _end() returns the result. */
Word spy_futex_begin(ThreadId tid, const UWord *arguments, Bool *waits);
Bool spy_futex_waits_on(ThreadId tid);
Word spy_futex_end(ThreadId tid, Bool *interrupted);

/* Returns whether a call can wait and has a time-out. */
Bool spy_futex_has_deadline(const UWord *arguments);

/* Returns the word at which a thread waits in the tool, or 0 if it does not wait. */
Addr spy_futex_word(ThreadId tid);

/* Sets the function that a thread with the lock calls once when all threads wait for each other (spy_deadlock.h). */
void spy_futex_when_stuck(void (*report)(void));

/* Call when a thread ends. Wakes the threads that wait for this end: they wait at a word that contains the thread's
 * number. */
void spy_futex_thread_ends(ThreadId tid, Int host_thread);

/* Call in a child after fork: removes all waiting threads. */
void spy_futex_forget(void);
