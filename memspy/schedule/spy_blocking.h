/* spy_blocking.h: calls that can block although Valgrind's core does not expect that.
 *
 * The core gives the lock back during a system call only if it takes the call for one that may block; during any other
 * no thread of the process runs, not even the one that would end the call. The tool corrects that, by the column
 * `blocks` of core/spy_syscalls.def, in the core's own table of calls.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_BLOCKING_H
#define MEMSPY_SPY_BLOCKING_H

#include "memspy/core/spy_valgrind.h"

/* Whether the core knows a system call; it answers others with ENOSYS itself. */
Bool spy_blocking_knows(UInt number);

#endif
