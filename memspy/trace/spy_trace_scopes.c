/* spy_trace_scopes.c: see spy_trace_scopes.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_trace_scopes.h"

#include "memspy/names/spy_functions.h"
#include "memspy/trace/spy_trace_source.h"
#include "memspy/trace/spy_trace_turn.h"

static void emit_scope(void *closure, bool enters, uint32_t scope) {
  (void)closure;
  spy_trace_emit(enters ? TRACE_ENTER : TRACE_EXIT, scope, scope);
}

static Bool began_within; /* tracing has begun, possibly in the middle of a run */

/* The array of nodes moves when scopes are added, so its address is read each time. */
static const scope_world *world(void) {
  static scope_world all = {.report = emit_scope};
  all.nodes = spy_scope_nodes();
  return &all;
}

static void at(UInt scope, Bool entry) { scope_stack_at(spy_trace.scopes, world(), scope, entry); }

/* Returns the scope in which a run is before a reference, ignoring a change immediately before the reference. */
static UInt scope_until(const spy_block *block, UInt reference) {
  UInt scope = block->scope;
  for (UInt i = 0; i < block->n_scope_changes && spy_block_scope_changes(block)[i].reference < reference; i++)
    scope = spy_block_scope_changes(block)[i].scope;
  return scope;
}

void spy_scopes_change(const spy_exit *e, UInt reference) {
  const spy_block *block = spy_block_of(e);
  const UInt executed = (UInt)SPY_PACKED_INSTRUCTIONS(e->packed);
  if (reference == 0)
    at(block->scope, block->begins_function);
  else if (began_within)
    at(scope_until(block, reference), False);
  began_within = False;
  for (UInt i = 0; i < block->n_scope_changes; i++) {
    const spy_scope_change *change = &spy_block_scope_changes(block)[i];
    if (change->reference == reference && change->instruction < executed) at(change->scope, change->begins_function);
  }
}

static Bool is_on_stack(ULong base) {
  const spy_queue *queue = spy_queue_of(spy_scopes_thread());
  return bin_flow_has(&queue->flow, base);
}

void spy_scopes_call(ULong base) {
  if (!spy_trace.has_scopes || !is_on_stack(base)) return;
  scope_stack_call(spy_trace.scopes, world(), base);
}

void spy_scopes_return(ULong base) {
  if (!spy_trace.has_scopes || !is_on_stack(base)) return;
  scope_stack_return(spy_trace.scopes, world(), base);
}

static void follow(const spy_exit *e, const ULong *last_reference) {
  if (e->end == SPY_END_CALL) spy_scopes_call(*last_reference);
  if (e->end == SPY_END_RETURN) spy_scopes_return(*last_reference);
}

void spy_scopes_finish(const spy_exit *e, const ULong *last_reference) {
  const UInt n = e->n_references;
  if (UNLIKELY(n == 0 || began_within || spy_block_of(e)->n_scope_changes != 0)) spy_scopes_change(e, n);
  follow(e, last_reference);
}

void spy_scopes_skip(const spy_exit *e, const ULong *addresses) {
  for (UInt i = 0; e->calls && i < e->n_references; i++)
    if (e->sites[i].flags & BIN_SITE_CALL) spy_scopes_call(addresses[i]);
  follow(e, addresses + e->n_references - 1);
}

/* ---- begin and end of tracing ---- */

void spy_scopes_resume(const spy_queue *queue) {
  if (!spy_scopes_are_wanted()) return;
  const bin_flow *flow = &queue->flow;
  uint64_t *bases = VG_(malloc)("spy.scopes.resume", (flow->n + 1) * (sizeof *bases + sizeof(UInt)));
  UInt *scopes = (UInt *)(bases + flow->n);
  for (UInt i = 0; i < flow->n; i++) {
    bases[i] = flow->calls[i].base;
    scopes[i] = spy_scope_of_call(&flow->calls[i]);
  }
  spy_scopes_turn(spy_queue_thread(queue));
  scope_stack_restore(spy_trace.scopes, world(), bases, scopes, flow->n);
  VG_(free)(bases);
}

void spy_scopes_begin(void) {
  began_within = True;
  for (ThreadId tid = 1; tid < VG_N_THREADS; tid++) {
    const spy_queue *queue = spy_queue_of(tid);
    if (!queue || !queue->started) continue;
    spy_trace_turn(queue);
    spy_scopes_resume(queue);
  }
}

void spy_scopes_end(void) {
  for (ThreadId tid = 1; tid < VG_N_THREADS; tid++) {
    scope_stack *stack = spy_scopes_of(tid);
    if (!stack || stack->n == 0) continue;
    spy_trace_turn(spy_queue_of(tid));
    scope_stack_end(stack, world());
  }
}

void spy_scopes_forget(void) {
  for (ThreadId tid = 1; tid < VG_N_THREADS; tid++)
    if (spy_scopes_of(tid)) scope_stack_clear(spy_scopes_of(tid));
}

void spy_trace_thread_ends(const spy_queue *queue) {
  if (!spy_trace.tracing) return;
  spy_trace_turn(queue);
  scope_stack *stack = spy_scopes_of(spy_queue_thread(queue));
  if (stack) scope_stack_end(stack, world());
}
