/* spy_receivers.h: finds where a program first stores the address of a new block: a variable, field or array element
 * that names the block.
 *
 * Translated code records the target of a store, not its value. So, for a while after an allocation, the thread's queue
 * counts as full early. Each time the queue is full, the recorded stores are compared with the memory. If the target of
 * a store now contains the block's address, that store has written the address. This comparison is made for the first
 * few blocks of each bin.
 *
 * The recorded calls determine the frame of a target on the stack; the bins of other targets are looked up when the
 * drain reaches that point (SPY_EVENT_RECEIVER).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* Call when the running thread has got a block or mapping [start, start + bytes) of a bin. */
void spy_receivers_allocated(ThreadId tid, Addr start, SizeT bytes, bin_id bin);

/* Call when the allocating function has also stored the block's address at `target`. */
void spy_receivers_stored(ThreadId tid, Addr target, Addr start, bin_id bin);

/* Call when a bin got a block of `bytes` bytes. Returns whether to record between samples. The result is True if none
 * of the bin's blocks has been searched for yet, and the bin now has enough memory. */
Bool spy_receivers_is_new(bin_id bin, SizeT bytes);

/* Call when the running thread has got a block while it does not record, but will record soon (spy_sample_look()). */
void spy_receivers_await(ThreadId tid, Addr start, SizeT bytes, bin_id bin);

/* Starts the search for the awaited blocks. Call it when the running thread begins to record. The earlier stores of the
 * thread are unknown. */
void spy_receivers_resume(ThreadId tid);

/* Call when the running thread enters or leaves a call of an allocation function. The stores of such a function are not
 * searched: its lists of free chunks can contain addresses inside blocks of the program. */
void spy_receivers_in_allocator(ThreadId tid, Bool in);

/* Call before the running thread releases the block that begins at `start`. */
void spy_receivers_released(ThreadId tid, Addr start);

/* Searches the new records of the running thread, before they leave the queue. */
void spy_receivers_look(ThreadId tid);

/* The first function ends the searches of a thread that has ended. The second ends all searches, in a child after
 * fork. */
void spy_receivers_forget(ThreadId tid);
void spy_receivers_forget_all(void);
