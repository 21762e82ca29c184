/* spy_ipc_waits.h: for spy_syscall_waits.h: predicts whether calls would wait that concern System V semaphores and
 * queues, file locks, or asynchronous input and output. Arguments are those of the system call.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether a call would wait. _semop_waits(): semop, or semtimedop without its time-out. _msgsnd_waits():
 * msgsnd. _msgrcv_waits(): msgrcv, which waits if the queue is empty. */
Bool spy_ipc_semop_waits(const UWord *arguments);
Bool spy_ipc_msgsnd_waits(const UWord *arguments);
Bool spy_ipc_msgrcv_waits(const UWord *arguments);

/* _lock_waits(): whether an fcntl call that requests a lock would wait. _is_waiting_lock(): whether a command of fcntl
 * requests a lock and waits for it. _fcntl_lets_go(): whether a command can end the wait of another thread. */
Bool spy_ipc_lock_waits(const UWord *arguments);
Bool spy_ipc_is_waiting_lock(UWord command);
Bool spy_ipc_fcntl_lets_go(UWord command);

/* Returns whether io_getevents or io_pgetevents would wait if it had no time-out. */
Bool spy_ipc_aio_waits(const UWord *arguments);
