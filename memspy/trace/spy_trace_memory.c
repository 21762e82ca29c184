/* spy_trace_memory.c: see spy_trace_memory.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_stages.h"
#include "memspy/trace/spy_trace_memory.h"

#include "memspy/names/spy_layout.h"
#include "memspy/names/spy_variables.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_scopes.h"
#include "memspy/trace/spy_trace_source.h"
#include "memspy/trace/spy_trace_turn.h"

/* ---- memory whose variables have no events yet ---- */

typedef struct {
  Addr start, end;
} stretch;

static XArray *loading; /* array of stretch: memory of objects whose symbols the core has not read yet */
static XArray *waiting; /* array of stretch: memory that is mapped in the trace, but whose variables have no events
                           yet */

static void add(XArray **list, Addr start, Addr end) {
  if (!*list) *list = VG_(newXA)(VG_(malloc), "spy.trace.memory", VG_(free), sizeof(stretch));
  const stretch s = {start, end};
  if (start < end) VG_(addToXA)(*list, &s);
}

static Word length(const XArray *list) { return list ? VG_(sizeXA)(list) : 0; }

static void clear(XArray *list) {
  if (list) VG_(dropTailXA)(list, VG_(sizeXA)(list));
}

static Bool is_loading(Addr start, Addr end) {
  for (Word i = 0; i < length(loading); i++) {
    const stretch *s = VG_(indexXA)(loading, i);
    if (start < s->end && s->start < end) return True;
  }
  return False;
}

/* Removes a range, which is unmapped or remapped, from a list. */
static void cut(XArray *list, Addr start, Addr end) {
  for (Word i = length(list) - 1; i >= 0; i--) {
    const stretch s = *(stretch *)VG_(indexXA)(list, i);
    if (start >= s.end || s.start >= end) continue;
    VG_(removeIndexXA)(list, i);
    add(&list, s.start, start);
    add(&list, end, s.end);
  }
}

void spy_trace_object_maps(Addr start, SizeT bytes) {
  if (spy_trace_is_wanted()) add(&loading, start, start + bytes);
}

void spy_trace_object_read(void) { clear(loading); }

/* ---- events ---- */

static void tell_range(trace_kind kind, bin_id bin, Addr start, SizeT bytes) {
  spy_trace_emit(TRACE_WORD, bin, bytes);
  spy_trace_emit(kind, bin, start);
}

static void tell_variable(void *closure, Addr start, Addr end, bin_id bin) {
  (void)closure;
  tell_range(TRACE_VARIABLE, bin, start, end - start);
}

/* Adds the events of variables in waiting memory, if the variables are known. `all`: also if not all mappings of their
 * object exist yet. */
static void look(Bool all) {
  for (Word i = length(waiting) - 1; i >= 0; i--) {
    const stretch s = *(stretch *)VG_(indexXA)(waiting, i);
    if (is_loading(s.start, s.end) || !(all || spy_layout_is_complete(s.start))) continue;
    VG_(removeIndexXA)(waiting, i);
    spy_resolve_all(s.start, s.end, tell_variable, NULL);
  }
}

void spy_trace_memory_wait(void) {
  enum { PATIENCE = 16 };
  static UInt waited;
  waited = length(waiting) != 0 ? waited + 1 : 0;
  if (waited < PATIENCE) return;
  clear(loading);
  look(True);
}

/* ---- calls ---- */

/* The open calls of a thread as the trace contains them. */
typedef struct {
  bin_flow flow; /* the calls, as in the trace */
  Bool lost;     /* the calls have changed since then, without events */
} known_calls;

static known_calls *known; /* indexed by thread */

static known_calls *known_of(const spy_queue *queue) {
  if (!known) known = VG_(calloc)("spy.trace.calls", VG_N_THREADS, sizeof *known);
  return &known[spy_queue_thread(queue)];
}

static void note_calls(const spy_queue *queue) { bin_flow_copy(&known_of(queue)->flow, &queue->flow, ~0u); }

Bool spy_trace_calls_are_known(const spy_queue *queue) { return !known || !known_of(queue)->lost; }

void spy_trace_calls_begin(const spy_queue *queue) {
  if (known) known_of(queue)->lost = False;
}

void spy_trace_calls_lose(const spy_queue *queue) {
  note_calls(queue);
  known_of(queue)->lost = True;
}

void spy_trace_calls_emit(const spy_queue *queue) {
  const bin_flow *now = &queue->flow, *before = &known_of(queue)->flow;
  UInt same = 0;
  while (same < now->n && same < before->n && now->calls[same].base == before->calls[same].base &&
         now->calls[same].owner == before->calls[same].owner)
    same++;
  if (same < before->n) spy_trace_emit(TRACE_RETURN, 0, before->calls[same].base);
  for (UInt i = same; i < now->n; i++) spy_trace_emit(TRACE_CALL, now->calls[i].owner, now->calls[i].base);
  known_of(queue)->lost = False;
}

/* ---- memory events of queues ---- */

void spy_trace_memory(const spy_queue *queue, spy_event event, const ULong *w) {
  if (queue) spy_trace_turn(queue);
  switch (event) {
    case SPY_EVENT_ALLOCATE: tell_range(TRACE_ALLOCATE, (bin_id)w[2], w[0], w[1]); break;
    case SPY_EVENT_RELEASE: spy_trace_emit(TRACE_RELEASE, 0, w[0]); break;
    case SPY_EVENT_MAP:
      cut(waiting, w[0], w[0] + w[1]);
      tell_range(TRACE_MAP, (bin_id)w[2], w[0], w[1]);
      break;
    case SPY_EVENT_MAP_LAZY:
      cut(waiting, w[0], w[0] + w[1]);
      tell_range(TRACE_MAP_LAZY, 0, w[0], w[1]);
      add(&waiting, w[0], w[0] + w[1]);
      look(False);
      break;
    case SPY_EVENT_UNMAP:
      cut(waiting, w[0], w[0] + w[1]);
      tell_range(TRACE_UNMAP, 0, w[0], w[1]);
      break;
    case SPY_EVENT_NAME: tell_range(TRACE_NAME, (bin_id)w[2], w[0], w[1]); break;
    case SPY_EVENT_UNNAME: spy_trace_emit(TRACE_UNNAME, 0, w[0]); break;
    case SPY_EVENT_UNNAME_ALL: tell_range(TRACE_UNNAME_ALL, 0, w[0], w[1]); break;
    case SPY_EVENT_STACK:
      spy_trace_thread_ends(queue);
      tell_range(TRACE_STACK, 0, w[0], w[1] - w[0]);
      note_calls(queue);
      break;
    case SPY_EVENT_RETURN:
      if (!spy_trace.tracing || !spy_trace_calls_are_known(queue)) break;
      spy_trace_emit(TRACE_RETURN, 0, w[0]);
      spy_scopes_return(w[0]);
      break;
    case SPY_EVENT_STAGE:
      spy_trace_settle(); /* earlier instructions belong to the stage before */
      spy_trace_emit(TRACE_STAGE, 0, bin_table_entered(spy_table));
      break;
    default: break; /* receivers occur only in the tables; the drain handles collection */
  }
}

void spy_trace_moved(Addr from, Addr to, SizeT bytes) {
  if (!spy_trace.is_open) return;
  cut(waiting, to, to + bytes);
  spy_trace_emit(TRACE_WORD, 0, from);
  tell_range(TRACE_MOVE, 0, to, bytes);
}

/* ---- snapshots ---- */

static void snap_map(void *closure, uint64_t start, uint64_t bytes, bin_id bin) {
  (void)closure;
  tell_range(TRACE_MAP, bin, start, bytes);
}

/* Adds the event of the mapping. The events of its variables must wait: the resolver must not be called while the
 * account is visited, since the account stores the resolver's answers. */
static void snap_map_lazy(void *closure, uint64_t start, uint64_t bytes) {
  (void)closure;
  tell_range(TRACE_MAP_LAZY, 0, start, bytes);
  add(&waiting, start, start + bytes);
}

static void snap_block(void *closure, uint64_t start, uint64_t bytes, bin_id bin) {
  (void)closure;
  tell_range(TRACE_ALLOCATE, bin, start, bytes);
}

static void snap_name(void *closure, uint64_t start, uint64_t bytes, bin_id bin) {
  (void)closure;
  tell_range(TRACE_NAME, bin, start, bytes);
}

/* Adds the events of the open stages, outermost first. */
static void snap_stages(void) {
  ULong open[BIN_STAGES_OPEN];
  UInt n = 0;
  for (UInt stage = bin_table_entered(spy_table); stage != 0; stage = bin_table_get_stage(spy_table, stage - 1)->outer)
    open[n++] = stage;
  while (n > 0) spy_trace_emit(TRACE_STAGE, 0, open[--n]);
}

void spy_trace_memory_snapshot(void) {
  static const bin_memory_visitor visitor = {snap_map, snap_map_lazy, snap_block, snap_name};
  bin_account_visit(spy_account, &visitor, NULL);
  look(False);
  snap_stages();
}

void spy_trace_threads_snapshot(Bool first) {
  for (ThreadId tid = 1; tid < VG_N_THREADS; tid++) {
    const spy_queue *queue = spy_queue_of(tid);
    if (queue && queue->started) {
      const bin_flow *flow = &queue->flow;
      spy_trace_turn(queue);
      if (first)
        tell_range(TRACE_STACK, 0, flow->low, flow->high - flow->low);
      else if (flow->high > flow->low)
        spy_trace_emit(TRACE_RETURN, 0, flow->high - 1); /* this ends all open calls */
      for (UInt i = 0; i < flow->n; i++) spy_trace_emit(TRACE_CALL, flow->calls[i].owner, flow->calls[i].base);
      note_calls(queue);
    }
  }
}

void spy_trace_memory_forget(void) { clear(waiting); }
