/* spy_host_thread.h: identifies the running host thread, and the host thread for which it works.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Clears the cache of VG_(gettid)(). (The function calls the kernel only once for each frame address.) Call it in a
 * child process, and before another host thread runs on the stack of a host thread that has ended. */
void spy_host_threads_forget(void);

/* Returns the number of the calling host thread, even while this thread works for another host thread. */
Int spy_host_thread_self(void);

/* The first function makes the calling host thread work for host thread `other`, which waits. Then VG_(gettid)()
 * returns the number of `other`. With 0, the caller works for itself again. The caller must have the scheduler's lock.
 * The second function returns whether a host thread works for another one. */
void spy_host_thread_stand_in(Int other);
Bool spy_host_thread_stands_in(void);
