/* spy_trace_emit.h: the trace as all of this room's files know it, and how an event comes into it.
 *
 * What the drain consumes becomes events, in the order in which it consumes it: references are events of sources
 * (spy_trace_source.h), memory's changes are events of their own (spy_trace_memory.h), and all go through the
 * compressor (trace/trace_compress.h) into the file of --trace-file. What each kind of event means:
 * docs/trace-format.md.
 *
 * Order: events belong to the processor and thread of the last spy_trace_turn() (spy_trace_turn.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_EMIT_H
#define MEMSPY_SPY_TRACE_EMIT_H

#include "memspy/core/spy_valgrind.h"
#include "scopes/scope_stack.h"
#include "trace/trace_loop.h"
#include "trace/trace_turns.h"

/* What has passed on a processor since its last event. */
typedef struct {
  ULong gap;       /* collected instructions since its last reference or `run` event */
  ULong passed;    /* others since then */
  ThreadId thread; /* whose events they are */
} spy_trace_processor;

/* Written by the functions of this header alone, but for what a processor has passed. */
typedef struct {
  Bool tracing;    /* references become events now */
  Bool is_open;    /* there is a trace, paused or not */
  Bool drains;     /* the drain has to do with traces at all: there is to be one, or nothing is simulated */
  Bool logs;       /* events are written to --trace-log, too */
  Bool counts;     /* references are between their count and their simulation */
  Bool has_scopes; /* of the open one: events tell which functions and loops are entered and left */
  ULong left; /* references, traced or not, that pass before spy_control_due() is called (spy_trace_control.h). Guarded
               * ones that were not made do not count, nor what is not collected or not wanted. */
  trace_compressor *compressor;
  trace_turns turns;        /* of processors that are drained one after the other; without compressor: they are not */
  trace_loop loop;          /* loops among the words that are drained (spy_trace_loop.h) */
  spy_trace_processor *now; /* the processor whose turn it is */
  scope_stack *scopes;      /* the open scopes of the thread whose turn it is */
} spy_trace_state;
extern spy_trace_state spy_trace;

#define SPY_TRACE_NEVER (~0ULL)

/* Whether --trace-file was given: blocks that are translated have what is needed. */
Bool spy_trace_is_wanted(void);

/* A trace is opened; it is closed. */
void spy_trace_open(trace_compressor *compressor, Bool logs);
void spy_trace_close(void);

static inline void spy_trace_set_tracing(Bool on) { spy_trace.tracing = on; }
static inline void spy_trace_set_drains(Bool drains) { spy_trace.drains = drains; }
static inline void spy_trace_set_counts(Bool counts) { spy_trace.counts = counts; }
static inline void spy_trace_set_left(ULong left) { spy_trace.left = left; }
static inline void spy_trace_pass(ULong references) { spy_trace.left -= references; }

/* Events are a processor's from now on; which one they are of; what a processor has passed. */
void spy_trace_select(UInt processor);
UInt spy_trace_selected(void);
spy_trace_processor *spy_trace_processor_of(UInt number);

/* Open scopes: a thread's; NULL: none ever. Those of the turn are a thread's from now on; which one they are of. */
scope_stack *spy_scopes_of(ThreadId tid);
void spy_scopes_turn(ThreadId tid);
ThreadId spy_scopes_thread(void);

/* The turn's events are at a key (coherence/coh_order-inl.h) from now on, and alone or not (trace/trace_turns.h). */
static inline void spy_trace_at(ULong key, Bool alone) {
  if (spy_trace.turns.compressor) trace_turns_at(&spy_trace.turns, key, alone);
}

/* The words that are drained end here, or something else than a run of a block comes. */
static inline void spy_trace_loop_break(void) { trace_loop_end(&spy_trace.loop); }

/* A new source of events: its number. */
UInt spy_trace_new_source(const trace_source *source);

/* Writes an event to the log of --trace-log. */
void spy_trace_log(UInt source, ULong value);

/* An event of the processor whose turn it is, with its value from a recorded word; NULL: from none. */
static inline void spy_trace_recorded(UInt source, ULong value, const ULong *word) {
  trace_compressor_event(spy_trace.compressor, source, value);
  trace_loop_event(&spy_trace.loop, spy_trace.compressor->lane, source, value, (const uint64_t *)word);
  if (UNLIKELY(spy_trace.logs)) spy_trace_log(source, value);
}

static inline void spy_trace_event(UInt source, ULong value) { spy_trace_recorded(source, value, NULL); }

#endif
