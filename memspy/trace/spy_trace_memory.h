/* spy_trace_memory.h: what a trace tells of memory and stacks.
 *
 * Where memory of variables is mapped, all its variables are told (spy_resolve_all()): who reads the trace has no symbols.
 * Of an object that is being loaded they are known when the core has read its symbols, with its last mapping; until then
 * its memory waits.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_MEMORY_H
#define MEMSPY_SPY_TRACE_MEMORY_H

#include "memspy/record/spy_queue.h"

/* The dynamic linker has mapped memory of an object whose symbols are not known yet; and: the core has read some. */
void spy_trace_object_maps(Addr start, SizeT bytes);
void spy_trace_object_read(void);

/* Tells what lies where now, but for stacks. */
void spy_trace_memory_snapshot(void);

/* Tells of all threads where their stacks lie, and who has called whom. `first`: nothing was told of them before. */
void spy_trace_threads_snapshot(Bool first);

/* Runs of a thread's blocks are passed over, of which the trace is told nothing; and: where its calls stand after them. */
void spy_trace_calls_pass(const spy_queue *queue);
void spy_trace_calls_tell(const spy_queue *queue);

/* A drain is over. Symbols that the core has not read after some of them it does not read. */
void spy_trace_memory_wait(void);

/* Nothing waits. */
void spy_trace_memory_forget(void);

#endif
