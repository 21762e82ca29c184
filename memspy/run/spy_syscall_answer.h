/* spy_syscall_answer.h: system calls that the tool answers in the kernel's place.
 *
 * Translated code asks before each system call. One that is to be answered here becomes a call that does nothing, and
 * its result is put in place of that one's. The program cannot see that; `strace` and --trace-syscalls can.
 *
 * Answered are calls by which threads wait for each other (spy_futex.h), and those that report how many processors
 * there are and on which one a thread runs: the program shall see the simulated machine.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SYSCALL_ANSWER_H
#define MEMSPY_SPY_SYSCALL_ANSWER_H

#include "memspy/core/spy_valgrind.h"

/* Called by translated code before a system call; `guest` is the guest state. */
void spy_answer_begin(void *guest);

/* The core is about to make the call: gives the answer, for which the thread may have to wait. False: the kernel
 * gives it. */
Bool spy_answer_give(ThreadId tid);

/* Whether a call is answered here, and the thread waits for others alone, if it waits: then it needs neither the core
 * nor a thread of the host of its own. Gives the answer of such a call; False: the thread is to wait first. It has been
 * woken: the same. */
Bool spy_answer_is_whole(ThreadId tid);
Bool spy_answer_give_at_once(ThreadId tid);
Bool spy_answer_give_woken(ThreadId tid);

/* The core has made the call: the program gets the answer as its result. False: it was the kernel's. */
Bool spy_answer_end(ThreadId tid);

/* A signal is about to be delivered: a wait that was to be taken up again ends if the handler wants that. */
void spy_answer_signal(ThreadId tid, Int signal);

/* The program has set a signal's handler; `action` is the system call's argument. */
void spy_answer_handler(Int signal, UWord action);

/* A thread runs on: one whose wait was interrupted must look for signals first. `guest` as above. */
Bool spy_answer_wants_signals(ThreadId tid);

#endif
