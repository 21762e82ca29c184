/* spy_deadlock.h: detects threads that cannot continue.
 *
 * If all threads wait at words of the process's own memory, without a time-out, only a signal can wake one of them. No
 * thread of this process runs, and no other process can reach these words. After a second without a signal, the tool
 * reports once that the program is stuck.
 *
 * A thread with the lock can be blocked in a system call that the core makes without releasing the lock, or at a page
 * of its memory. (spy_blocking.h makes the core release the lock during the calls that it lists.) Until the thread
 * continues, no other thread runs. But possibly only another thread can end the wait. The tool reports this once, after
 * a second.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Examines all threads while none of them runs. Returns True if they have been stuck for a second, but only once. */
Bool spy_deadlock_look(ULong now_ns);

/* Examines the thread that has the lock. A thread that waits for the lock calls this function. Returns True if the
 * thread with the lock has been asleep for a second in a call or at a page, but only once. Sets *call to the call's
 * number, or to SPY_PAGE_FAULT (spy_syscall_waits.h). */
Bool spy_deadlock_look_at_holder(ULong now_ns, Word *call);
