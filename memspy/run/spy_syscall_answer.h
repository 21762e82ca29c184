/* spy_syscall_answer.h: answers system calls in place of the kernel.
 *
 * Translated code calls spy_answer_begin() before each system call. If the tool answers a call, the call is replaced by
 * another one without effect, whose result is overwritten. The program cannot notice this; `strace` and
 * --trace-syscalls can.
 *
 * The tool answers system calls by which threads wait for each other (spy_futex.h). It also answers calls that report
 * the number of processors or the processor of a thread, since the program must see the simulated machine.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Translated code calls it before a system call. `guest` is the guest state. */
void spy_answer_begin(void *guest);

/* Call when the core is about to make the system call. Answers the call, and lets the thread wait for the answer if
 * necessary. Returns False if the kernel must answer. */
Bool spy_answer_give(ThreadId tid);

/* Returns whether the tool answers a call that can wait only for other threads. Such a call needs neither the core nor
 * the thread's own host thread. spy_answer_give_at_once() answers such a call, or returns False if the thread must wait
 * first. After the thread was woken, call spy_answer_give_woken() instead. */
Bool spy_answer_is_whole(ThreadId tid);
Bool spy_answer_give_at_once(ThreadId tid);
Bool spy_answer_give_woken(ThreadId tid);

/* Call when the core has made the call: gives the program the answer as the call's result. Returns False if the kernel
 * has answered. */
Bool spy_answer_end(ThreadId tid);

/* Call when a signal is about to be delivered. Ends a wait that would be restarted, if the handler requires this. */
void spy_answer_signal(ThreadId tid, Int signal);

/* Call when the program has set the handler of a signal. `action` is the argument of the system call. */
void spy_answer_handler(Int signal, UWord action);

/* Returns whether a thread that continues must first poll for signals, since its wait was interrupted. */
Bool spy_answer_wants_signals(ThreadId tid);
