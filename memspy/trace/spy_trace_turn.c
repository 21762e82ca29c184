/* spy_trace_turn.c: see spy_trace_turn.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_trace_turn.h"

#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_log.h"
#include "memspy/trace/spy_trace_source.h"

static const spy_queue *turn; /* the queue that is drained */

const spy_queue *spy_trace_turned(void) { return turn; }

void spy_trace_turn_forget(void) { turn = NULL; }

void spy_trace_turn(const spy_queue *queue) {
  turn = queue;
  if (!spy_trace.is_open) return;
  const ThreadId thread = spy_queue_thread(queue);
  spy_scopes_turn(thread);
  if (spy_trace.now != spy_trace_processor_of(queue->flow.processor)) spy_trace_select(queue->flow.processor);
  if (spy_trace.now->thread == thread) return;
  spy_trace.now->thread = thread;
  spy_trace_emit(TRACE_THREAD, 0, thread);
}

void spy_trace_apart(void) {
  if (spy_trace.is_open) trace_turns_begin(&spy_trace.turns, spy_trace.compressor, spy_trace.logs);
}

void spy_trace_turn_at(const spy_queue *queue, ULong key) {
  if (spy_trace.turns.compressor) {
    spy_trace_select(queue->flow.processor);
    trace_turns_of(&spy_trace.turns, key);
  }
  spy_trace_turn(queue);
}

void spy_trace_together(void) {
  if (!spy_trace.turns.compressor) return;
  trace_turns_end(&spy_trace.turns);
  spy_trace_select(spy_trace.compressor->processor);
  if (spy_trace.logs) spy_trace_log_write_kept();
}

/* A processor can execute both passed and collected instructions between two references. The trace does not need the
 * order of the two kinds. */
void spy_trace_emit_passed(spy_trace_processor *p) {
  if (p->passed == 0) return;
  spy_trace_emit(TRACE_COLLECT, 0, 0);
  spy_trace_emit(TRACE_RUN, 0, p->passed);
  spy_trace_emit(TRACE_COLLECT, 0, 1);
  p->passed = 0;
}

/* Emits a processor's instructions since its last reference. Selects the processor if there are any. */
static void settle(UInt processor) {
  spy_trace_processor *p = spy_trace_processor_of(processor);
  if (p->gap == 0 && p->passed == 0) return;
  spy_trace_select(processor);
  spy_trace_emit_passed(p);
  if (p->gap != 0) spy_trace_emit(TRACE_RUN, 0, p->gap);
  p->gap = 0;
}

void spy_trace_settle(void) {
  const UInt now = spy_trace_selected();
  for (UInt i = 0; i < coh_processors(spy_system); i++) settle(i);
  spy_trace_select(now);
}

void spy_trace_fence(UInt processor) {
  if (!spy_trace.tracing) return;
  const UInt now = spy_trace_selected();
  settle(processor);
  spy_trace_select(processor);
  spy_trace_emit(TRACE_FENCE, 0, 0);
  spy_trace_select(now);
}

void spy_trace_idle(UInt processor, ULong collected, ULong others) {
  if (!spy_trace.tracing) return;
  const UInt now = spy_trace_selected();
  spy_trace_select(processor);
  if (collected != 0) spy_trace_emit(TRACE_IDLE, 0, collected);
  if (others != 0) {
    spy_trace_emit(TRACE_COLLECT, 0, 0);
    spy_trace_emit(TRACE_IDLE, 0, others);
    spy_trace_emit(TRACE_COLLECT, 0, 1);
  }
  spy_trace_select(now);
}

void spy_trace_zero(void) {
  if (!spy_trace.tracing) return;
  spy_trace_settle();
  spy_trace_emit(TRACE_ZERO, 0, 0);
}
