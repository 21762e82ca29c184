/* spy_lock.h: the lock that each host thread holds while it works; spy_schedule.c chooses the next owner.
 *
 * The core uses the lock through a table of functions (spy_core.h), which call the schedule with the lock's guard held,
 * except for spy_schedule_choose().
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_core.h"

/* Call when the thread with the lock is about to make a system call that can block, during which it keeps the lock.
 * Makes another thread poll for its return. */
void spy_lock_watch(void);

/* Call when a new thread's host thread has become known: new host threads that wait look again. */
void spy_lock_newcomer(void);

/* ---- how a thread of the program gives the lock back (run/spy_dispatch.h) ---- */

/* Call when the slice of `tid` is over, or `tid` waits (`status`, reported to the core). The calling host thread
 * belongs to `own`, and can run the code of any thread. Returns the thread that it runs next, for which it then takes
 * the lock. VG_INVALID_THREADID: the lock went to another host thread, or to none, and the caller waits for `own`'s
 * turn. */
ThreadId spy_lock_pass(ThreadId tid, ThreadId own, spy_core_status status);

/* Passes the lock of `tid`, whose code the calling host thread has run, to that thread's own host thread. */
void spy_lock_hand(ThreadId tid);

/* Keeps the lock when the core next releases it to take it again. */
void spy_lock_keep(void);
