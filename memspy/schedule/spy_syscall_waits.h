/* spy_syscall_waits.h: predicts which system calls the kernel blocks.
 *
 * If a system call returns soon, other threads wait for its end. If the kernel blocks the call until an event, other
 * threads continue. The distinction between these two cases must not depend on the speed of the host. So before the
 * call, the tool asks the kernel whether the call would wait, mostly by poll() on the call's file descriptor. It asks
 * again after each call of another thread that can have changed the answer.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call when a thread begins a system call. The arguments of the call are arguments[SPY_SYSCALL_ARGUMENTS]. */
void spy_syscall_begins(ThreadId tid, UInt number, const UWord *arguments);

/* Call when the thread has left the system call in any way. */
void spy_syscall_ends(ThreadId tid);

/* The first function returns whether the thread is in a system call. The second returns the number of this call. */
Bool spy_syscall_is_in(ThreadId tid);
UInt spy_syscall_number(ThreadId tid);

/* Returns whether the kernel would block the thread in its system call. */
Bool spy_syscall_waits(ThreadId tid);

/* The first function returns whether a system call can unblock other threads. The second returns whether a thread's
 * call is no longer blocked. It does not detect waits that no call of another thread can end; their end is detected
 * only when the thread returns. */
Bool spy_syscall_changes(UInt number, const UWord *arguments);
Bool spy_syscall_goes_on(ThreadId tid);

/* Returns whether the thread is in a call that does not block. Such a call ends soon, and other threads wait for its
 * end. */
Bool spy_syscall_is_prompt(ThreadId tid);

/* Returns whether a call that waits for files (pipes, sockets, ...) can wait in the tool instead of in the kernel: the
 * call would wait if it were made now, and the tool can check again later. */
Bool spy_syscall_can_wait_here(UInt number, const UWord *arguments);

/* _timeout() returns whether a call has a time-out, and sets *ns to it. _time_argument() returns the number of the
 * argument with the time-out, counted from 1; 0: the call has none. _no_time() returns the value with which this
 * argument means a time-out of 0. */
Bool spy_syscall_timeout(UInt number, const UWord *arguments, ULong *ns);
Int spy_syscall_time_argument(UInt number);
UWord spy_syscall_no_time(UInt number);

/* The next functions return whether a host thread exists, whether it sleeps, and whether it sleeps or waits for a
 * device. */
Bool spy_host_thread_is_alive(Int host_thread);
Bool spy_host_thread_sleeps(Int host_thread);
Bool spy_host_thread_is_kept(Int host_thread);

/* Returns the number of the system call that a host thread executes. Returns SPY_PAGE_FAULT if the thread waits for
 * memory, and SPY_NO_CALL if it runs or if the kernel does not report the call. */
enum { SPY_PAGE_FAULT = -1, SPY_NO_CALL = -2 };
Word spy_host_thread_call(Int host_thread);
