/* spy_ipc_waits.h: which calls of System V semaphores and queues, of file locks and of asynchronous input and output
 * the kernel would keep waiting, as spy_syscall_waits.h needs it. Arguments are those of the system call.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_IPC_WAITS_H
#define MEMSPY_SPY_IPC_WAITS_H

#include "memspy/core/spy_valgrind.h"

/* semop, semtimedop (without its time-out); msgsnd; msgrcv, where the queue is empty. */
Bool spy_ipc_semop_waits(const UWord *arguments);
Bool spy_ipc_msgsnd_waits(const UWord *arguments);
Bool spy_ipc_msgrcv_waits(const UWord *arguments);

/* fcntl that asks for a lock; whether a command of fcntl asks for a lock and waits; whether one can end the wait of
 * another thread. */
Bool spy_ipc_lock_waits(const UWord *arguments);
Bool spy_ipc_is_waiting_lock(UWord command);
Bool spy_ipc_fcntl_lets_go(UWord command);

/* io_getevents, io_pgetevents (without their time-outs). */
Bool spy_ipc_aio_waits(const UWord *arguments);

#endif
