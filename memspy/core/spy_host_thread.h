/* spy_host_thread.h: identifies the running host thread, and the one for which it works.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Clears the cache of VG_(gettid)(), which calls the kernel once for each frame address: another host thread is about
 * to run on a stack that one has left, or in a child process. */
void spy_host_threads_forget(void);

/* The caller's number, independent of spy_host_thread_stand_in(). */
Int spy_host_thread_self(void);

/* The caller, which has the scheduler's lock, works for another, waiting host thread from here on: VG_(gettid)()
 * returns that one's number. 0: for itself. The second function: whether some thread works for another. */
void spy_host_thread_stand_in(Int other);
Bool spy_host_thread_stands_in(void);
