/* spy_deadlock.h: detects threads that cannot continue.
 *
 * If each thread waits at a word of the process's own memory, without a time-out, only a signal can wake one of them;
 * no thread of this or another process can. After a second without a signal, the program is reported as stuck, once.
 *
 * A thread with the lock can be blocked in a system call that the core makes without releasing the lock, or at a page
 * of its memory. (spy_blocking.h makes the core release the lock during the calls that it lists.) Until the thread
 * continues, no other thread runs, although possibly only another thread can end the wait. This is reported once, after
 * a second.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Examines all threads while none of them runs. Returns True, once, when they have been stuck for a second. */
Bool spy_deadlock_look(ULong now_ns);

/* Examines the thread with the lock; a thread that waits for the lock calls it. Returns True, once, when that thread
 * has been asleep for a second in a call or at a page. Sets *call to the call's number, or to SPY_PAGE_FAULT
 * (spy_syscall_waits.h). */
Bool spy_deadlock_look_at_holder(ULong now_ns, Word *call);
