/* spy_trace_emit.h: the state of the trace that all files in memspy/trace share, and functions that add events.
 *
 * Drained records become events, in their order. References become events of sources (spy_trace_source.h), and changes
 * of memory become events of other kinds (spy_trace_memory.h). All events pass through the compressor
 * (trace/trace_compress.h) into the file of --trace-file. docs/trace-format.md describes the meaning of events.
 *
 * Events belong to the processor and thread of the last spy_trace_turn() (spy_trace_turn.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"
#include "scopes/scope_stack.h"
#include "trace/trace_loop.h"
#include "trace/trace_turns.h"

/* The numbers of a processor's instructions that are not in events yet. */
typedef struct {
  ULong gap;       /* number of collected instructions since the processor's last reference or `run` event */
  ULong passed;    /* other instructions since then */
  ThreadId thread; /* thread of the processor's events */
} spy_trace_processor;

/* Only the functions of this header write the fields, except for the counts of instructions. */
typedef struct {
  Bool tracing;    /* whether references currently become events */
  Bool is_open;    /* whether there is a trace, paused or not */
  Bool drains;     /* whether the drain must handle traces, because the user requested a trace or because nothing is
                      simulated */
  Bool logs;       /* whether events are also written to --trace-log */
  Bool counts;     /* whether references are counted but not simulated yet */
  Bool has_scopes; /* whether the open trace has events for entered and left scopes */
  /* number of references, traced or not, before the next spy_control_due() (spy_trace_control.h). Guarded references
   * that were not made, and references that are not collected or not wanted, do not count */
  ULong left;
  trace_compressor *compressor;
  trace_turns turns;        /* the turns of processors that are drained one after the other; not in use while
                               turns.compressor is NULL */
  trace_loop loop;          /* loops among the drained words (spy_trace_loop.h) */
  spy_trace_processor *now; /* processor of the turn */
  scope_stack *scopes;      /* open scopes of the turn's thread */
} spy_trace_state;
extern spy_trace_state spy_trace;

#define SPY_TRACE_NEVER (~0ULL)

/* Returns whether --trace-file was given. If so, translated blocks need data for traces. */
Bool spy_trace_is_wanted(void);

/* Open and close the trace. */
void spy_trace_open(trace_compressor *compressor, Bool logs);
void spy_trace_close(void);

static inline void spy_trace_set_tracing(Bool on) { spy_trace.tracing = on; }
static inline void spy_trace_set_drains(Bool drains) { spy_trace.drains = drains; }
static inline void spy_trace_set_counts(Bool counts) { spy_trace.counts = counts; }
static inline void spy_trace_set_left(ULong left) { spy_trace.left = left; }
static inline void spy_trace_pass(ULong references) { spy_trace.left -= references; }

/* The first function selects the processor of the following events. The second returns the number of this processor.
 * The third returns the counts of instructions of a processor. */
void spy_trace_select(UInt processor);
UInt spy_trace_selected(void);
spy_trace_processor *spy_trace_processor_of(UInt number);

/* The first function returns the open scopes of a thread, or NULL if there are none. The second selects the open scopes
 * of a thread for the turn. The third returns the thread to which a stack of scopes belongs. */
scope_stack *spy_scopes_of(ThreadId tid);
void spy_scopes_turn(ThreadId tid);
ThreadId spy_scopes_thread(void);

/* Sets the key of the following events of the turn (coherence/coh_order-inl.h), and whether they are alone
 * (trace/trace_turns.h). */
static inline void spy_trace_at(ULong key, Bool alone) {
  if (spy_trace.turns.compressor) trace_turns_at(&spy_trace.turns, key, alone);
}

/* Call when the drained words end, or when the next record is not a block run. */
static inline void spy_trace_loop_break(void) { trace_loop_end(&spy_trace.loop); }

/* Makes a source of events. Returns its number. */
UInt spy_trace_new_source(const trace_source *source);

/* Writes an event to the log of --trace-log. */
void spy_trace_log(UInt source, ULong value);

/* Adds an event of the turn's processor. `word` is the recorded word with the event's value; NULL means that the value
 * comes from no word. */
static inline void spy_trace_recorded(UInt source, ULong value, const ULong *word) {
  trace_compressor_event(spy_trace.compressor, source, value);
  trace_loop_event(&spy_trace.loop, spy_trace.compressor->lane, source, value, (const uint64_t *)word);
  if (UNLIKELY(spy_trace.logs)) spy_trace_log(source, value);
}

static inline void spy_trace_event(UInt source, ULong value) { spy_trace_recorded(source, value, NULL); }
