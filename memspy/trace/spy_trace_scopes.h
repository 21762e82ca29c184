/* spy_trace_scopes.h: the events of a trace for scopes that are entered and left (names/spy_functions.h).
 *
 * A block has the scope of its first instruction, and the positions among its references at which the scope changes.
 * The drain keeps the open scopes of each thread (scopes/scope_stack.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"
#include "memspy/trace/spy_trace_emit.h"

/* Returns whether a run of the block begins in the current scope and stays there, except for a call or return at its
 * end. */
static inline Bool spy_scopes_stay(const spy_block *block) {
  return block->n_scope_changes == 0 && scope_stack_is_at(spy_trace.scopes, block->scope);
}

/* Call before reference number `reference` of a run: enters and leaves scopes if the scope changes there. */
void spy_scopes_change(const spy_exit *e, UInt reference);
static inline void spy_scopes_before(const spy_exit *e, UInt reference) {
  if (UNLIKELY(!spy_scopes_stay(spy_block_of(e)))) spy_scopes_change(e, reference);
}

/* Call after a call in the middle of a run. */
void spy_scopes_call(ULong base);

/* Call after a run: handles the changes of scopes after its last reference, which is at last[0], and its call or
 * return. */
void spy_scopes_finish(const spy_exit *e, const ULong *last);
static inline void spy_scopes_after(const spy_exit *e, const ULong *last) {
  if (UNLIKELY(e->end != SPY_END_PLAIN || !spy_scopes_stay(spy_block_of(e)))) spy_scopes_finish(e, last);
}

/* Call for a run that is not collected: follows its calls and returns. */
void spy_scopes_skip(const spy_exit *e, const ULong *addresses);

/* Call for a return outside of a run. */
void spy_scopes_return(ULong base);

/* Call when a thread had no events for a while: updates its scopes to its current calls. */
void spy_scopes_resume(const spy_queue *queue);

/* _begin(): call when tracing begins; enters the scopes of open calls. _end(): call when tracing pauses or ends; leaves
 * all scopes. */
void spy_scopes_begin(void);
void spy_scopes_end(void);

/* Drops all scopes of a trace that was abandoned. */
void spy_scopes_forget(void);

/* Call when all calls of a thread have ended: the thread has exited, or another thread with its number begins. */
void spy_trace_thread_ends(const spy_queue *queue);
