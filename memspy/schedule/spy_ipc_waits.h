/* spy_ipc_waits.h: for spy_syscall_waits.h: whether calls for System V semaphores and queues, file locks and
 * asynchronous input and output would wait. Arguments are those of the system call.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Whether the call would wait. The first: semop, or semtimedop without regard to its time-out. The second: msgsnd. The
 * third: msgrcv, which waits if the queue is empty. */
Bool spy_ipc_semop_waits(const UWord *arguments);
Bool spy_ipc_msgsnd_waits(const UWord *arguments);
Bool spy_ipc_msgrcv_waits(const UWord *arguments);

/* The first: whether an fcntl call that requests a lock would wait. The second: whether a command of fcntl requests a
 * lock and waits for it. The third: whether a command can end the wait of another thread. */
Bool spy_ipc_lock_waits(const UWord *arguments);
Bool spy_ipc_is_waiting_lock(UWord command);
Bool spy_ipc_fcntl_lets_go(UWord command);

/* Whether io_getevents or io_pgetevents would wait, without regard to their time-outs. */
Bool spy_ipc_aio_waits(const UWord *arguments);
