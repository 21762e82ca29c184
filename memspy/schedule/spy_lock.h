/* spy_lock.h: the lock that each host thread holds while it works, handed from one to the next as spy_schedule.c says.
 *
 * The core asks for it through a table of functions (spy_core.h). What the table's functions report to the scheduler,
 * and ask it, is here; all are called with the lock's own guard held but for spy_schedule_choose().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_LOCK_H
#define MEMSPY_SPY_LOCK_H

#include "memspy/core/spy_core.h"

/* The thread that has the lock is about to make a system call that can block and during which it keeps the lock:
 * another one looks whether it comes back. */
void spy_lock_watch(void);

/* New host threads look again whether they are known. */
void spy_lock_newcomer(void);

/* ---- ways to give the lock back, for a thread of the program that has it (run/spy_carry.h) ---- */

/* The slice of `tid` is over, or it waits, which `status` tells the core, and the calling host thread, which is
 * `own`'s, could run the code of any thread. Returns whose it runs next, for which it then asks for the lock and has
 * it; VG_INVALID_THREADID: it has given the lock to another host thread, or to none, and waits for `own`'s turn. */
ThreadId spy_lock_pass(ThreadId tid, ThreadId own, spy_core_status status);

/* Gives the lock of `tid`, whose code the calling host thread has run, to the thread's own one. */
void spy_lock_hand(ThreadId tid);

/* When the core gives the lock back next to ask for it again, it is not given back. */
void spy_lock_keep(void);

#endif
