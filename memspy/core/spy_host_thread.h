/* spy_host_thread.h: which thread of the host runs, and for which one. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_HOST_THREAD_H
#define MEMSPY_SPY_HOST_THREAD_H

#include "memspy/core/spy_valgrind.h"

/* VG_(gettid)() asks the kernel once for each place on a thread's stack that it is called from, and remembers. This
 * forgets all: another thread of the host is about to run on a stack that one has left, or in a copy of the process. */
void spy_host_threads_forget(void);

/* The caller's number, whatever VG_(gettid)() tells the core. */
Int spy_host_thread_self(void);

/* The caller, which has the scheduler's lock, does the work of another thread of the host from now on, which waits:
 * VG_(gettid)() returns that one's number. 0: its own. Whether some thread does that. */
void spy_host_thread_stand_in(Int other);
Bool spy_host_thread_stands_in(void);

#endif
