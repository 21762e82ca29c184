/* spy_deadlock.h: detects threads that cannot continue.
 *
 * When each thread waits at a word of the process's own memory, without a time-out, no thread of this or another
 * process can wake one: only a signal can. After a second without a signal, the program is reported as stuck, once.
 *
 * A thread with the lock can be blocked in a system call that the core makes without releasing the lock (spy_blocking.h
 * corrects that for the calls that it lists), or at a page of its memory. Until it continues no other thread runs,
 * although another thread may be needed to end the wait. This is reported once, after a second.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Looks at all threads while none runs. Returns True, once, when they have been stuck for a second. */
Bool spy_deadlock_look(ULong now_ns);

/* Called by a thread that waits for the lock: looks at the thread with the lock. Returns True, once, when the latter
 * has been asleep for a second in a call or at a page. Sets *call to the call's number, or to SPY_PAGE_FAULT
 * (spy_syscall_waits.h). */
Bool spy_deadlock_look_at_holder(ULong now_ns, Word *call);
