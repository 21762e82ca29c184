/* spy_trace_emit.c: see spy_trace_emit.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_trace_emit.h"

#include "memspy/setup/spy_options.h"
#include "memspy/trace/spy_trace_log.h"

static scope_stack none;
spy_trace_state spy_trace = {.left = SPY_TRACE_NEVER, .scopes = &none};

static spy_trace_processor processors[MACH_MAX_PROCESSORS];
static scope_stack *stacks; /* stacks of open scopes, by thread */
static XArray *sources;     /* array of trace_source, indexed by number, for the log */

Bool spy_trace_is_wanted(void) { return spy_options_get()->trace_file != NULL; }

void spy_trace_open(trace_compressor *compressor, Bool logs) {
  spy_trace.compressor = compressor;
  spy_trace.logs = logs;
  spy_trace.has_scopes = spy_options_get()->trace_scopes;
  VG_(memset)(processors, 0, sizeof processors);
  spy_trace_select(0);
  spy_trace.is_open = True;
}

void spy_trace_close(void) {
  trace_turns_clear(&spy_trace.turns);
  spy_trace.compressor = NULL;
  spy_trace.tracing = spy_trace.is_open = spy_trace.has_scopes = False;
  if (sources) VG_(dropTailXA)(sources, VG_(sizeXA)(sources));
}

void spy_trace_select(UInt processor) {
  trace_compressor_select(spy_trace.compressor, processor);
  spy_trace.now = &processors[processor];
}

UInt spy_trace_selected(void) { return (UInt)(spy_trace.now - processors); }

spy_trace_processor *spy_trace_processor_of(UInt number) { return &processors[number]; }

/* ---- scopes ---- */

scope_stack *spy_scopes_of(ThreadId tid) { return stacks ? &stacks[tid] : NULL; }

void spy_scopes_turn(ThreadId tid) {
  if (!stacks) stacks = VG_(calloc)("spy.scopes.stacks", VG_N_THREADS, sizeof *stacks);
  spy_trace.scopes = &stacks[tid];
}

ThreadId spy_scopes_thread(void) { return (ThreadId)(spy_trace.scopes - stacks); }

/* ---- sources and the log ---- */

UInt spy_trace_new_source(const trace_source *source) {
  if (spy_trace.logs) {
    if (!sources) sources = VG_(newXA)(VG_(malloc), "spy.trace.sources", VG_(free), sizeof *source);
    VG_(addToXA)(sources, source);
  }
  return trace_compressor_source(spy_trace.compressor, source);
}

void spy_trace_log(UInt number, ULong value) {
  const trace_source *source = VG_(indexXA)(sources, number);
  if (spy_trace.turns.compressor)
    spy_trace_log_keep(spy_trace.turns.key, spy_trace_selected(), source, value);
  else
    spy_trace_log_event(spy_trace_selected(), source, value);
}
