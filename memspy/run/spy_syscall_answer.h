/* spy_syscall_answer.h: answers system calls in place of the kernel.
 *
 * Translated code calls this before each system call. A call that is answered here is replaced by one without effect,
 * whose result is overwritten. The program cannot notice that; `strace` and --trace-syscalls can.
 *
 * Answered are calls by which threads wait for each other (spy_futex.h), and those that report the number of processors
 * or the processor of a thread, since the program must see the simulated machine.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Called by translated code before a system call; `guest` is the guest state. */
void spy_answer_begin(void *guest);

/* The core is about to make the call: answers the call, and lets the thread wait for the answer if necessary. False:
 * the kernel answers. */
Bool spy_answer_give(ThreadId tid);

/* Whether a call is answered here, and waits at most for other threads: then it needs neither the core nor a host
 * thread of its own. spy_answer_give_at_once() answers such a call; False: the thread must wait first. Call
 * spy_answer_give_woken() instead after the thread was woken. */
Bool spy_answer_is_whole(ThreadId tid);
Bool spy_answer_give_at_once(ThreadId tid);
Bool spy_answer_give_woken(ThreadId tid);

/* The core has made the call: gives the program the answer as its result. False: it was the kernel's. */
Bool spy_answer_end(ThreadId tid);

/* A signal is about to be delivered: a wait that was to be restarted ends if the handler requires that. */
void spy_answer_signal(ThreadId tid, Int signal);

/* The program has set a signal's handler; `action` is the system call's argument. */
void spy_answer_handler(Int signal, UWord action);

/* A thread continues: if its wait was interrupted, it must look for signals first. `guest` as above. */
Bool spy_answer_wants_signals(ThreadId tid);
