/* spy_trace_memory.h: the events of a trace for memory and stacks.
 *
 * When memory of variables is mapped, each variable gets an event (spy_resolve_all()), since a reader of the trace has
 * no symbols. The core reads the symbols of an object at the object's last mapping. Until then, the events of the
 * object's memory are postponed.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Call the first function when the dynamic linker has mapped memory of an object whose symbols are not known yet. Call
 * the second when the core has read symbols. */
void spy_trace_object_maps(Addr start, SizeT bytes);
void spy_trace_object_read(void);

/* Adds events for all current memory, except stacks. */
void spy_trace_memory_snapshot(void);

/* Adds events for the stacks and open calls of all threads. `first` is whether the trace had no such events before. */
void spy_trace_threads_snapshot(Bool first);

/* Call _lose() when calls of a thread will be skipped without events. _emit() adds events for the open calls after
 * that. _are_known() returns whether the trace has the thread's open calls. Call _begin() for a new thread, all of
 * whose calls will be in the trace. */
void spy_trace_calls_lose(const spy_queue *queue);
void spy_trace_calls_emit(const spy_queue *queue);
Bool spy_trace_calls_are_known(const spy_queue *queue);
void spy_trace_calls_begin(const spy_queue *queue);

/* Call after a drain. If the core has not read the symbols of an object after some drains, it is assumed that it will
 * not read them. */
void spy_trace_memory_wait(void);

/* Drops all postponed events. */
void spy_trace_memory_forget(void);

/* Adds an event of a queue (spy_record.h). Call after the account was changed. `queue` is NULL before the first queue
 * exists. */
void spy_trace_memory(const spy_queue *queue, spy_event event, const ULong *words);

/* Call when memory was moved (mremap). */
void spy_trace_moved(Addr from, Addr to, SizeT bytes);
