/* spy_gather.h: the threads of the program stay together on one processor of the host.
 *
 * Only one of them runs at a time, and what the tool keeps is used by each of them: on a host with idle processors the
 * kernel would wake each thread on another one, and tables and queues would go from cache to cache at each slice. So
 * while threads are merged all stay on one processor, wherever the first one was. When they get little of it, since
 * other processes want it or since the program waits, they are let go for a moment.
 *
 * The program does not see that, since it sees the simulated processors (machine/spy_topology.h). With
 * --machine-visible=no it would, and threads are left where they are. Other programs that it starts get the processors
 * that it was started with.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_GATHER_H
#define MEMSPY_SPY_GATHER_H

#include "memspy/schedule/spy_thread.h"

/* The caller, a thread of the program, has got the lock: it goes where the threads are to be. */
void spy_gather(spy_seat *seat);

/* The calling thread is about to become another program. */
void spy_gather_exec(void);

#endif
