/* spy_blocking.h: corrects the core's list of system calls that block.
 *
 * The core releases the lock during a system call only if it treats the call as blocking. During other calls, all
 * threads of the process are stopped, even a thread that would end the call. The tool corrects the core's table of
 * calls by the column `blocks` of core/spy_syscalls.def.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether the core supports a system call. It answers other calls with ENOSYS. */
Bool spy_blocking_knows(UInt number);
