/* spy_deadlock.h: detects threads that cannot continue.
 *
 * When each thread waits at a word of the process's own memory, without a time-out, no thread of this or another
 * process can wake one: only a signal can. After a second without one, the program is reported as stuck, once.
 *
 * A thread with the lock can be blocked in a system call that the core makes without releasing the lock (spy_blocking.h
 * corrects that for the calls that it lists), or at a page of its memory. No other thread runs until then, although
 * one of them may be needed to end the wait. That is reported after a second, once.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Looks at all threads while none runs. Returns once whether they have been stuck for a second. */
Bool spy_deadlock_look(ULong now_ns);

/* Looks at the thread with the lock, for a thread that waits for it. Returns once whether that thread has been asleep
 * for a second in a call or at a page: *call is the call's number, or SPY_PAGE_FAULT (spy_syscall_waits.h). */
Bool spy_deadlock_look_at_holder(ULong now_ns, Word *call);
