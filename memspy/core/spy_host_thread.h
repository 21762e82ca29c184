/* spy_host_thread.h: identifies the running host thread, and the one for which it works.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Clears the cache of VG_(gettid)(), which calls the kernel once for each frame address. Call in a child process, and
 * before another host thread runs on a stack that a host thread has left. */
void spy_host_threads_forget(void);

/* The caller's number, independent of spy_host_thread_stand_in(). */
Int spy_host_thread_self(void);

/* Makes VG_(gettid)() return the number of host thread `other`, which waits and for which the caller works from here
 * on; 0: the caller works for itself. The caller has the scheduler's lock. The second function returns whether some
 * host thread works for another. */
void spy_host_thread_stand_in(Int other);
Bool spy_host_thread_stands_in(void);
