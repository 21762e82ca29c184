/* spy_syscall_waits.h: which threads the kernel keeps.
 *
 * A thread in a system call either comes back at once, and then others wait for it, or the kernel keeps it until
 * something happens, and then others go on. Which of the two must not depend on how fast the host is: so the kernel is
 * asked, before the call, whether it would have to wait (poll() on the call's file descriptor, mostly), and again after
 * each call of another thread that may have changed the answer.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SYSCALL_WAITS_H
#define MEMSPY_SPY_SYSCALL_WAITS_H

#include "memspy/core/spy_valgrind.h"

/* A thread begins a system call; arguments[SPY_SYSCALL_ARGUMENTS]. */
void spy_syscall_begins(ThreadId tid, UInt number, const UWord *arguments);

/* It is out again, however that came about. */
void spy_syscall_ends(ThreadId tid);

/* Whether the thread is in a system call; and the number of that one. */
Bool spy_syscall_is_in(ThreadId tid);
UInt spy_syscall_number(ThreadId tid);

/* Whether the kernel would keep the thread in its system call. */
Bool spy_syscall_waits(ThreadId tid);

/* Whether a system call may let threads go on that the kernel keeps; and whether it keeps one no longer. What no other
 * thread's call can change is only seen when the thread comes back. */
Bool spy_syscall_changes(UInt number, const UWord *arguments);
Bool spy_syscall_goes_on(ThreadId tid);

/* Whether the thread is in a call that the kernel does not keep: it ends soon, and others wait for it. */
Bool spy_syscall_is_prompt(ThreadId tid);

/* Calls that wait for files (pipes, sockets, ...) can wait in the tool instead of in the kernel: whether one would wait
 * if it were made now, and can be looked at again later. */
Bool spy_syscall_can_wait_here(UInt number, const UWord *arguments);

/* Its time-out. Returns whether it has one. The argument, from 1, that holds it (0: none), and a value of that for no
 * time at all. */
Bool spy_syscall_timeout(UInt number, const UWord *arguments, ULong *ns);
Int spy_syscall_time_argument(UInt number);
UWord spy_syscall_no_time(UInt number);

/* Of a thread of the host: whether it exists; whether it sleeps; whether it sleeps or waits for a device. */
Bool spy_host_thread_is_alive(Int host_thread);
Bool spy_host_thread_sleeps(Int host_thread);
Bool spy_host_thread_is_kept(Int host_thread);

/* The number of the system call that a thread of the host is in; SPY_PAGE_FAULT: it waits for memory; SPY_NO_CALL: it
 * runs, or the kernel does not say. */
enum { SPY_PAGE_FAULT = -1, SPY_NO_CALL = -2 };
Word spy_host_thread_call(Int host_thread);

#endif
