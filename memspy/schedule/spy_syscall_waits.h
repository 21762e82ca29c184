/* spy_syscall_waits.h: predicts which system calls the kernel blocks.
 *
 * A thread in a system call either returns at once, and other threads wait for it, or the kernel blocks it until an
 * event, and others continue. This must not depend on the speed of the host: so the kernel is asked before the call
 * whether it would wait (mostly by poll() on the call's file descriptor), and again after each call of another thread
 * that can have changed the answer.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call when a thread begins a system call; arguments[SPY_SYSCALL_ARGUMENTS]. */
void spy_syscall_begins(ThreadId tid, UInt number, const UWord *arguments);

/* Call when the thread has left the call in any way. */
void spy_syscall_ends(ThreadId tid);

/* Whether the thread is in a system call; and its number. */
Bool spy_syscall_is_in(ThreadId tid);
UInt spy_syscall_number(ThreadId tid);

/* Whether the kernel would block the thread in its system call. */
Bool spy_syscall_waits(ThreadId tid);

/* Whether a system call can unblock other threads; and whether a thread's call is no longer blocked. Waits that no
 * other thread's call can end are only detected by the thread's return. */
Bool spy_syscall_changes(UInt number, const UWord *arguments);
Bool spy_syscall_goes_on(ThreadId tid);

/* Whether the thread is in a call that does not block: it ends soon, and others wait for it. */
Bool spy_syscall_is_prompt(ThreadId tid);

/* Whether a call that waits for files (pipes, sockets, ...) can wait in the tool instead of in the kernel: it would
 * wait if it were made now, and can be checked again later. */
Bool spy_syscall_can_wait_here(UInt number, const UWord *arguments);

/* The first sets *ns to the call's time-out, and returns whether it has one. The second returns the number of the
 * argument, from 1, with the time-out (0: none). The third returns a value of that argument for a time-out of 0. */
Bool spy_syscall_timeout(UInt number, const UWord *arguments, ULong *ns);
Int spy_syscall_time_argument(UInt number);
UWord spy_syscall_no_time(UInt number);

/* Properties of a host thread: whether it exists; whether it sleeps; whether it sleeps or waits for a device. */
Bool spy_host_thread_is_alive(Int host_thread);
Bool spy_host_thread_sleeps(Int host_thread);
Bool spy_host_thread_is_kept(Int host_thread);

/* The number of the system call of a host thread; SPY_PAGE_FAULT: it waits for memory; SPY_NO_CALL: it runs, or the
 * kernel does not report it. */
enum { SPY_PAGE_FAULT = -1, SPY_NO_CALL = -2 };
Word spy_host_thread_call(Int host_thread);
