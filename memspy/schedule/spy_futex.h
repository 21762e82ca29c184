/* spy_futex.h: threads that wait for each other at words of their memory, as futex(2) says.
 *
 * The kernel would wake threads when it likes and in the order in which they fell asleep on the host. So calls that
 * concern only threads of this process are answered here, with a queue of our own, first come first served.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_FUTEX_H
#define MEMSPY_SPY_FUTEX_H

#include "memspy/core/spy_valgrind.h"

/* Whether a call of the running thread is answered here; arguments[6] as for the system call. The kernel answers calls
 * of priority inheritance, and those at words that other processes may share (spy_shared.h), unless the call says that
 * they are private to the process. Where it answers for one of a call's two words, it answers for the other one from
 * then on: threads that wait here at that one go on as if woken for no reason, which futex(2) allows. */
Bool spy_futex_takes(ThreadId tid, const UWord *arguments);

/* The kernel is about to answer futex_waitv; arguments[6] as for the system call. It answers for these words from then
 * on, as above. */
void spy_futex_leave_words(ThreadId tid, const UWord *arguments);

/* Answers a call of the running thread, which may wait here. Returns the system call's result. *interrupted: a wait
 * ended early, to let signals in. */
Word spy_futex_call(ThreadId tid, const UWord *arguments, Bool *interrupted);

/* The parts of that. Begins the call; *waits is set if the thread is to wait (spy_schedule_wait()), else the result is
 * returned. After each wait: whether it is to wait on. When it need not: the result. */
Word spy_futex_begin(ThreadId tid, const UWord *arguments, Bool *waits);
Bool spy_futex_waits_on(ThreadId tid);
Word spy_futex_end(ThreadId tid, Bool *interrupted);

/* Whether a call may wait, and not for ever. */
Bool spy_futex_has_deadline(const UWord *arguments);

/* The word at which a thread waits here; 0: it does not. */
Addr spy_futex_word(ThreadId tid);

/* `report` is called, once, by a thread that has the lock, when all threads wait for each other (spy_stuck.h). */
void spy_futex_when_stuck(void (*report)(void));

/* A thread ends: threads that wait for that, at a word that holds its number, go on. */
void spy_futex_thread_ends(ThreadId tid, Int host_thread);

/* In a child after fork: no thread waits. */
void spy_futex_forget(void);

#endif
