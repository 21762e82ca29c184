/* spy_ipc_waits.h: a part of spy_syscall_waits.h. It predicts whether a system call would wait, for calls on System V
 * semaphores and queues, on file locks, and on asynchronous input and output. The functions have the arguments of the
 * system calls.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Each of the next functions returns whether a call would wait. _semop_waits() is for semop, and for semtimedop without
 * its time-out. _msgsnd_waits() is for msgsnd. _msgrcv_waits() is for msgrcv, which waits if the queue is empty. */
Bool spy_ipc_semop_waits(const UWord *arguments);
Bool spy_ipc_msgsnd_waits(const UWord *arguments);
Bool spy_ipc_msgrcv_waits(const UWord *arguments);

/* The first function returns whether an fcntl call that requests a lock would wait. The second returns whether a
 * command of fcntl requests a lock and waits for it. The third returns whether a command can end the wait of another
 * thread. */
Bool spy_ipc_lock_waits(const UWord *arguments);
Bool spy_ipc_is_waiting_lock(UWord command);
Bool spy_ipc_fcntl_lets_go(UWord command);

/* Returns whether io_getevents or io_pgetevents would wait if it had no time-out. */
Bool spy_ipc_aio_waits(const UWord *arguments);
