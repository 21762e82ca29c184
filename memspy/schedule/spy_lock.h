/* spy_lock.h: the lock that each host thread holds while it works; spy_schedule.c chooses the next owner.
 *
 * The core uses the lock through a table of functions (spy_core.h). These functions hold the lock's guard when they
 * call functions of spy_schedule.h, except spy_schedule_choose().
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_core.h"

/* Makes another thread poll for the return of the thread that has the lock. Call it before the thread with the lock
 * makes a system call that can block, if the thread keeps the lock during the call. */
void spy_lock_watch(void);

/* Call when the host thread of a new thread has become known. New host threads that wait then check again to which
 * thread they belong. */
void spy_lock_newcomer(void);

/* ---- how a host thread gives back the lock of a thread of the program (run/spy_dispatch.h) ---- */

/* Call when the slice of `tid` has ended, or when `tid` must wait. `status` passes the reason
 * to the core. The calling host thread belongs to `own`, and can run the code of any thread. Returns the thread whose code
 * the caller runs next, and for which it then takes the lock. Returns VG_INVALID_THREADID if the lock went to another
 * host thread, or to none; the caller then waits for the turn of `own`. */
ThreadId spy_lock_pass(ThreadId tid, ThreadId own, spy_core_status status);

/* Passes the lock of `tid` to the host thread of `tid`. The caller is another host thread, which has run the code of
 * `tid`. */
void spy_lock_hand(ThreadId tid);

/* Makes the caller keep the lock at the core's next release, because the core will take the lock again. */
void spy_lock_keep(void);
