/* spy_late_receivers.h: finds where a program stored the address of a block long after the allocation.
 *
 * A function can fill a block before its caller stores the address. The search among the recorded stores
 * (spy_receivers.h) has ended before that time. The variable that gets the address is found later: when
 * the block is released, by the load of the argument of the release; or when the run ends, if the variable still has
 * the address.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* Call when the search for the block [start, start + last] has ended, and found no store outside stacks. Ignores a
 * block if an earlier block had its address, because variables can still contain this address. */
void spy_late_receivers_await(Addr start, SizeT last, bin_id bin);

/* Call before the thread releases the block that begins at `start`. Queues SPY_EVENT_RECEIVER for the last load of the
 * address from memory outside the thread's stack. */
void spy_late_receivers_released(ThreadId tid, Addr start);

/* Call when memory other than a block is unmapped at `start`. */
void spy_late_receivers_gone(Addr start);

/* Call before the thread-local variables of a thread are freed. Searches only the variables of the first thread. */
void spy_late_receivers_thread_ends(ThreadId tid);

/* Call at the end of recording, when all records are simulated. Searches variables and heap blocks for the addresses of
 * awaited blocks, and adds the receivers that it finds to the table. If several places have the address of a block, or
 * if the variable also has addresses inside the block, the block gets no receiver. */
void spy_late_receivers_finish(void);
