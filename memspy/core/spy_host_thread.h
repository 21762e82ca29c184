/* spy_host_thread.h: which thread of the host runs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_HOST_THREAD_H
#define MEMSPY_SPY_HOST_THREAD_H

#include "memspy/core/spy_valgrind.h"

/* VG_(gettid)() asks the kernel once for each place on a thread's stack that it is called from, and remembers. This
 * forgets all: another thread of the host is about to run on a stack that one has left, or in a copy of the process. */
void spy_host_threads_forget(void);

#endif
