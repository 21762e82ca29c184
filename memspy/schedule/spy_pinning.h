/* spy_pinning.h: pins the program's threads to one host processor.
 *
 * Only one thread runs at a time, and all threads use the tool's data. On a host with idle processors, the kernel would
 * wake each thread on another processor, and tables and queues would move from cache to cache in each slice. So while
 * the tool chooses the threads, all of them run on one processor. If they get little time on it, because other
 * processes need it or because the program waits, they are released for a while.
 *
 * The program does not see the pinning, since it sees the simulated processors (memspy/machine/spy_topology.h). With
 * --machine-visible=no, the program would see the pinning, so threads are not pinned. Programs that the program
 * executes may use all processors that the process may use.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/schedule/spy_thread.h"

/* Call when a thread of the program has got the lock. Binds the calling host thread to the processor, or releases
 * it. */
void spy_pinning(spy_seat *seat);

/* Call before the calling thread executes another program. Releases the thread. */
void spy_pinning_exec(void);
