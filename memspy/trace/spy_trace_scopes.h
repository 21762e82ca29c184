/* spy_trace_scopes.h: the events of a trace for scopes that are entered and left (names/spy_functions.h).
 *
 * A block knows the scope of its first instruction, and where among its references the next ones are in another. The
 * drain keeps for each thread which scopes are open (scopes/scope_stack.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_SCOPES_H
#define MEMSPY_SPY_TRACE_SCOPES_H

#include "memspy/record/spy_queue.h"
#include "memspy/trace/spy_trace_emit.h"

/* Whether a run of the block begins in the scope that is open, and stays there but for calls and returns at its end. */
static inline Bool spy_scopes_stay(const spy_block *block) {
  return block->n_scope_changes == 0 && scope_stack_is_at(spy_trace.scopes, block->scope);
}

/* Before reference number `reference` of a run: scopes that change there. */
void spy_scopes_change(const spy_exit *e, UInt reference);
static inline void spy_scopes_before(const spy_exit *e, UInt reference) {
  if (UNLIKELY(!spy_scopes_stay(spy_block_of(e)))) spy_scopes_change(e, reference);
}

/* After a call in the middle of a run. */
void spy_scopes_call(ULong base);

/* After a run: what changes behind its last reference, which is at last[0]; its call or return. */
void spy_scopes_finish(const spy_exit *e, const ULong *last);
static inline void spy_scopes_after(const spy_exit *e, const ULong *last) {
  if (UNLIKELY(e->end != SPY_END_PLAIN || !spy_scopes_stay(spy_block_of(e)))) spy_scopes_finish(e, last);
}

/* A run that is not collected was passed: its calls and returns. */
void spy_scopes_skip(const spy_exit *e, const ULong *addresses);

/* A return that was seen otherwise; and: a thread has a new stack, or has ended. */
void spy_scopes_return(ULong base);
void spy_scopes_end_thread(ThreadId tid);

/* A thread had no events for a while: its scopes are left and entered, as its calls are now. */
void spy_scopes_resume(const spy_queue *queue);

/* Tracing begins: the scopes in which calls are open are entered. It pauses or ends: all are left. */
void spy_scopes_begin(void);
void spy_scopes_end(void);

/* The trace is given up. */
void spy_scopes_forget(void);

/* A thread's calls are at an end: it has exited, or another one with its number begins. */
void spy_trace_thread_ends(const spy_queue *queue);

#endif
