/* spy_lock.h: the lock that each host thread holds while it works; spy_schedule.c chooses the next owner.
 *
 * The core uses the lock through a table of functions (spy_core.h), which call the schedule with the lock's guard held,
 * except for spy_schedule_choose().
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_core.h"

/* The thread with the lock is about to make a system call that can block and during which it keeps the lock: another
 * thread polls for its return. */
void spy_lock_watch(void);

/* New host threads look again whether they are known. */
void spy_lock_newcomer(void);

/* ---- ways to give the lock back, for a thread of the program that has it (run/spy_dispatch.h) ---- */

/* The slice of `tid` is over, or it waits, as `status` reports to the core, and the calling host thread, which is
 * `own`'s, could run the code of any thread. Returns the thread that it runs next, for which it then takes the lock;
 * VG_INVALID_THREADID: the lock went to another host thread, or to none, and the caller waits for `own`'s turn. */
ThreadId spy_lock_pass(ThreadId tid, ThreadId own, spy_core_status status);

/* Passes the lock of `tid`, whose code the calling host thread has run, to that thread's own host thread. */
void spy_lock_hand(ThreadId tid);

/* Keeps the lock when the core next releases it to take it again. */
void spy_lock_keep(void);
