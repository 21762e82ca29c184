/* spy_pinning.h: pins the program's threads to one host processor.
 *
 * Only one thread runs at a time, and all use the tool's data: on a host with idle processors the kernel would wake
 * each thread on another one, and tables and queues would move from cache to cache in each slice. So while threads are
 * merged, all run on the processor of the first. If they get little of it, since other processes need it or the program
 * waits, they are released for a while.
 *
 * The program does not see that, since it sees the simulated processors (machine/spy_topology.h). With
 * --machine-visible=no it would, and threads are not pinned. Programs that it executes get the original processors.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/schedule/spy_thread.h"

/* The caller, a thread of the program, has got the lock: binds it as required. */
void spy_pinning(spy_seat *seat);

/* The calling thread is about to execute another program. */
void spy_pinning_exec(void);
