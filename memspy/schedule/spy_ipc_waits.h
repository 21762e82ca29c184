/* spy_ipc_waits.h: for spy_syscall_waits.h: whether calls for System V semaphores and queues, file locks and
 * asynchronous input and output would wait. Arguments are those of the system call.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* semop, semtimedop (without its time-out); msgsnd; msgrcv with an empty queue. */
Bool spy_ipc_semop_waits(const UWord *arguments);
Bool spy_ipc_msgsnd_waits(const UWord *arguments);
Bool spy_ipc_msgrcv_waits(const UWord *arguments);

/* An fcntl that requests a lock; whether a command of fcntl requests a lock and waits; whether one can end the wait of
 * another thread. */
Bool spy_ipc_lock_waits(const UWord *arguments);
Bool spy_ipc_is_waiting_lock(UWord command);
Bool spy_ipc_fcntl_lets_go(UWord command);

/* io_getevents, io_pgetevents (without their time-outs). */
Bool spy_ipc_aio_waits(const UWord *arguments);
