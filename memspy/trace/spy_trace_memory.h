/* spy_trace_memory.h: the events of a trace for memory and stacks.
 *
 * When memory of variables is mapped, each variable has an event (spy_resolve_all()), since a reader has no symbols.
 * The symbols of an object are available after the core has read them, with its last mapping; until then the events of
 * its memory are postponed.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* The dynamic linker has mapped memory of an object whose symbols are unknown yet; the core has read some. */
void spy_trace_object_maps(Addr start, SizeT bytes);
void spy_trace_object_read(void);

/* Adds events for all current memory, except stacks. */
void spy_trace_memory_snapshot(void);

/* Adds events for the stacks and open calls of all threads. `first`: the trace had none of them before. */
void spy_trace_threads_snapshot(Bool first);

/* Calls of a thread will be skipped without events; adds events for the open calls after that; whether the trace has
 * the thread's open calls, as for a new thread. */
void spy_trace_calls_lose(const spy_queue *queue);
void spy_trace_calls_emit(const spy_queue *queue);
Bool spy_trace_calls_are_known(const spy_queue *queue);
void spy_trace_calls_begin(const spy_queue *queue);

/* Call after a drain: symbols that the core has not read after some drains will not be read. */
void spy_trace_memory_wait(void);

/* Drops all postponed events. */
void spy_trace_memory_forget(void);

/* Adds an event of a queue (spy_record.h), after the account was changed. `queue` is NULL before there is one. */
void spy_trace_memory(const spy_queue *queue, spy_event event, const ULong *words);

/* Memory was moved (mremap). */
void spy_trace_moved(Addr from, Addr to, SizeT bytes);
