/* spy_trace_memory.h: the events of a trace for memory and stacks.
 *
 * Where memory of variables is mapped, each of its variables has an event (spy_resolve_all()): a reader has no symbols.
 * Of an object that is being loaded they are known when the core has read its symbols, with its last mapping; until
 * then its memory waits.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_MEMORY_H
#define MEMSPY_SPY_TRACE_MEMORY_H

#include "memspy/record/spy_queue.h"

/* The dynamic linker has mapped memory of an object whose symbols are not known yet; and: the core has read some. */
void spy_trace_object_maps(Addr start, SizeT bytes);
void spy_trace_object_read(void);

/* Makes events for all memory as it is now, but for stacks. */
void spy_trace_memory_snapshot(void);

/* Makes events for the stacks and open calls of all threads. `first`: the trace had none of them before. */
void spy_trace_threads_snapshot(Bool first);

/* Runs of a thread's blocks are passed over, and their calls are no events; events say where the calls stand after
 * them; whether the trace knows where they stand: a new thread's it does. */
void spy_trace_calls_lose(const spy_queue *queue);
void spy_trace_calls_emit(const spy_queue *queue);
Bool spy_trace_calls_are_known(const spy_queue *queue);
void spy_trace_calls_begin(const spy_queue *queue);

/* A drain is over. Symbols that the core has not read after some of them it does not read. */
void spy_trace_memory_wait(void);

/* Nothing waits. */
void spy_trace_memory_forget(void);

/* An event of a queue (spy_record.h), after the account was changed. `queue` is NULL before there is one. */
void spy_trace_memory(const spy_queue *queue, spy_event event, const ULong *words);

/* Memory was moved (mremap). */
void spy_trace_moved(Addr from, Addr to, SizeT bytes);

#endif
