/* spy_receivers.h: where a program stores the address of a new block first: the variable, field or array element that
 * the block can be called by.
 *
 * Translated code records where a store goes to, not what it stores. So for a while after an allocation the thread's
 * queue counts as full early, and each time the recorded stores are held against the memory: one whose target now holds
 * the block's address has stored it. That is done for the first few blocks of each bin.
 *
 * The recorded calls say which function is running, and so whose frame a target on the stack is in; where other targets
 * are is found out when the drain has come to that point (SPY_EVENT_RECEIVER).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_RECEIVERS_H
#define MEMSPY_SPY_RECEIVERS_H

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* The running thread got a block or mapping [start, start + bytes) of a bin. */
void spy_receivers_allocated(ThreadId tid, Addr start, SizeT bytes, bin_id bin);

/* And the function that allocated it has stored its address at `target`. */
void spy_receivers_stored(ThreadId tid, Addr target, Addr start, bin_id bin);

/* A bin got a block of so many bytes. Whether none of its blocks has been looked for yet, and it has had so much memory
 * by now that what it is called matters: a look of its own costs more than a small block is worth. */
Bool spy_receivers_is_new(bin_id bin, SizeT bytes);

/* The running thread got a block and does not record; it will soon (spy_sample_look()). */
void spy_receivers_await(ThreadId tid, Addr start, SizeT bytes, bin_id bin);

/* The running thread records from here on: what it stored before is not known; the blocks it awaited are looked for. */
void spy_receivers_resume(ThreadId tid);

/* The running thread is about to give the block that starts there back. */
void spy_receivers_released(ThreadId tid, Addr start);

/* Looks at what the running thread has recorded since it was looked at last: before that leaves the queue. */
void spy_receivers_look(ThreadId tid);

/* Nothing is looked for any more: in a thread that ended, or in all, in a child after fork. */
void spy_receivers_forget(ThreadId tid);
void spy_receivers_forget_all(void);

#endif
