/* spy_trace_run.c: see spy_trace_run.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_trace_run.h"

#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_scopes.h"
#include "memspy/trace/spy_trace_source.h"
#include "memspy/trace/spy_trace_turn.h"

static Bool is_made(const bin_site *site, ULong address) { return address != 0 || !(site->flags & BIN_SITE_GUARDED); }

/* Handles a reference that the program did not make. A fence is recorded as such a reference. */
static void pass_unmade(const bin_site *site) {
  if (UNLIKELY((site->flags & BIN_SITE_KIND) == BIN_SITE_FENCE)) spy_trace_fence(spy_trace_turned()->flow.processor);
}

static void emit_reference(spy_trace_processor *p, const spy_exit *e, UInt site, const ULong *address) {
  const ULong gap = p->gap;
  p->gap = 0;
  if (UNLIKELY(p->passed != 0)) spy_trace_emit_passed(p);
  spy_trace_recorded(spy_traced_source(spy_block_traced(spy_block_of(e)), site, gap), *address, address);
}

/* Lets tracing begin or end within a run. If it does, corrects the count of the rest of the run. */
static void decide_within(const spy_exit *e, const bin_site *site) {
  const Bool before = spy_trace.tracing;
  spy_trace_set_counts(True);
  spy_control_due();
  spy_trace_set_counts(False);
  if (spy_trace.tracing != before)
    spy_count_rest(spy_trace_turned()->flow.processor, e, site, spy_trace.tracing ? 1 : -1ULL);
}

void spy_trace_one(const spy_exit *e, const bin_site *site, const ULong *address) {
  const Bool made = is_made(site, *address);
  if (UNLIKELY(made && spy_trace.left == 0)) decide_within(e, site);
  spy_trace_pass(made);
  if (!spy_trace.tracing) return;
  spy_scopes_before(e, (UInt)(site - e->sites));
  spy_trace_processor *p = spy_trace.now;
  p->gap += site->gap;
  if (!made) {
    pass_unmade(site);
    return;
  }
  emit_reference(p, e, (UInt)(site - e->sites), address);
  if (UNLIKELY(site->flags & BIN_SITE_CALL)) spy_scopes_call(*address);
}

void spy_trace_end_run(const spy_exit *e, const ULong *last) {
  if (!spy_trace.tracing) return;
  spy_trace.now->gap += e->tail;
  spy_scopes_after(e, last);
}

static UInt count_made(const spy_exit *e, const ULong *addresses) {
  UInt n = e->n_references;
  for (UInt i = 0; e->guarded && i < e->n_references; i++) n -= !is_made(&e->sites[i], addresses[i]);
  return n;
}

/* Adds the references [from, to) of a run, one by one. */
static void emit_each(const spy_exit *e, UInt from, UInt to, const ULong *addresses) {
  spy_trace_processor *p = spy_trace.now;
  for (UInt i = from; i < to; i++) {
    p->gap += e->sites[i].gap;
    if (LIKELY(is_made(&e->sites[i], addresses[i]))) {
      emit_reference(p, e, i, &addresses[i]);
    } else {
      spy_trace_pass(-1ULL);
      pass_unmade(&e->sites[i]);
    }
  }
}

/* As emit_each(), but adds all references in one step. The program must have made all of them. The gaps of all
 * references except the first one must be those in the block. */
static inline void emit_several(const spy_exit *e, UInt from, UInt to, const ULong *addresses) {
  spy_trace_processor *p = spy_trace.now;
  spy_traced *traced = spy_block_traced(spy_block_of(e));
  if (from == 0) spy_traced_first(traced, p->gap + traced->first);
  if (UNLIKELY(traced->known < to)) spy_traced_know(traced, to);
  p->gap = 0;
  trace_compressor_several(spy_trace.compressor, traced->sources + from, (const uint64_t *)addresses + from, to - from);
}

/* As emit_each(), but for guarded references: adds each range of references that were made in one step. */
static void emit_made(const spy_exit *e, UInt from, UInt to, const ULong *addresses) {
  for (UInt i = from, next; i < to; i = next) {
    next = i + 1;
    if (!is_made(&e->sites[i], addresses[i]) || (i != 0 && spy_trace.now->gap != 0)) {
      emit_each(e, i, next, addresses);
      continue;
    }
    while (next < to && is_made(&e->sites[next], addresses[next])) next++;
    emit_several(e, i, next, addresses);
  }
}

/* As emit_each(), but calls the fastest of emit_several(), emit_made() and emit_each() that is valid here. */
static inline void emit_references(const spy_exit *e, UInt from, UInt to, const ULong *addresses) {
  if (from == to) return;
  if (UNLIKELY(spy_trace.now->passed != 0 || spy_trace.loop.begin || spy_trace.logs))
    emit_each(e, from, to, addresses);
  else if (UNLIKELY(e->guarded))
    emit_made(e, from, to, addresses);
  else
    emit_several(e, from, to, addresses);
}

/* Returns the first reference after `from` that follows a change of scope or a call; or the number of references if
 * there is none. */
static UInt next_change(const spy_exit *e, const spy_block *block, UInt from) {
  UInt to = e->n_references;
  for (UInt i = 0; i < block->n_scope_changes; i++) {
    const UInt reference = spy_block_scope_changes(block)[i].reference;
    if (reference > from && reference < to) to = reference;
  }
  for (UInt i = from; e->calls && i < to; i++)
    if (e->sites[i].flags & BIN_SITE_CALL) to = i + 1;
  return to;
}

/* Adds the references of a run in which scopes change. */
static void run_through_scopes(const spy_exit *e, const spy_block *block, const ULong *addresses) {
  for (UInt from = 0, to; from < e->n_references; from = to) {
    to = next_change(e, block, from);
    spy_scopes_before(e, from);
    emit_references(e, from, to, addresses);
    if (e->sites[to - 1].flags & BIN_SITE_CALL) spy_scopes_call(addresses[to - 1]);
  }
}

void spy_trace_run(const spy_exit *e, const ULong *addresses) {
  const UInt n = e->n_references;
  if (UNLIKELY(!spy_trace.tracing)) {
    spy_trace_pass(count_made(e, addresses));
    return;
  }
  spy_trace_pass(n);
  const spy_block *block = spy_block_of(e);
  if (UNLIKELY(block->n_scope_changes != 0)) {
    run_through_scopes(e, block, addresses);
  } else {
    spy_scopes_before(e, 0);
    emit_references(e, 0, n, addresses);
  }
  spy_trace.now->gap += e->tail;
  spy_scopes_after(e, addresses + n - 1);
}

void spy_trace_skip(const spy_exit *e, const ULong *addresses) {
  if (!spy_trace.tracing) return;
  spy_scopes_skip(e, addresses);
  for (UInt i = 0; e->calls && i < e->n_references; i++) {
    const bin_site *site = &e->sites[i];
    if (site->flags & BIN_SITE_CALL)
      spy_trace_emit(TRACE_CALL, bin_table_get_place(spy_table, site->place)->function, addresses[i]);
  }
  if (e->end == SPY_END_CALL) spy_trace_emit(TRACE_CALL, e->segment, addresses[e->n_references - 1]);
  if (e->end == SPY_END_RETURN) spy_trace_emit(TRACE_RETURN, 0, addresses[e->n_references - 1]);
  spy_trace.now->passed += SPY_PACKED_INSTRUCTIONS(e->packed);
}
