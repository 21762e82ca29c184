/* spy_trace_control.c: see spy_trace_control.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_trace_control.h"

#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_memory.h"
#include "memspy/trace/spy_trace_scopes.h"
#include "memspy/trace/spy_trace_session.h"

/* The value of a limit that does not exist: more references than any program makes. */
#define UNLIMITED (1ULL << 62)

static enum { WAITS, TRACES, DONE } state;
static Bool on;
Bool spy_control_picks;
static ULong wanted_ms; /* limit of the trace in the host's time, in ms; 0: no limit */
static UInt began_ms;
static ULong had; /* number of references in the completed trace */

static Bool has_functions(void) { return spy_options_get()->trace_functions; }

static ULong limit(void) {
  const ULong most = spy_options_get()->trace_events;
  return most != 0 ? most : UNLIMITED;
}

void spy_control_start(void) {
  if (!spy_trace_is_wanted()) return;
  on = spy_options_get()->trace_at_start;
  spy_control_picks = !on || has_functions();
  spy_trace_set_left(spy_options_get()->trace_skip);
  wanted_ms = spy_options_get()->trace_time * 1000ULL;
}

/* ---- begin and end of the trace ---- */

static void begin(void) {
  state = TRACES;
  began_ms = VG_(read_millisecond_timer)();
  spy_trace_set_left(spy_trace_begin() ? limit() : SPY_TRACE_NEVER);
}

void spy_control_begin(void) {
  if (spy_trace_is_wanted() && !spy_control_picks && spy_trace.left == 0) begin();
}

static ULong traced(void) { return state == TRACES ? limit() - spy_trace.left : had; }

static void complete(void) {
  had = traced();
  state = DONE;
  spy_trace_set_left(SPY_TRACE_NEVER);
  spy_trace_finish("completion");
}

void spy_control_due(void) {
  if (state == WAITS)
    begin();
  else
    complete();
}

/* Returns whether the time limit has been reached. The host's clock is only read after some drains, since this takes a
 * system call. */
static Bool is_time_up(void) {
  enum { DRAINS = 16 };
  static UInt drains;
  return wanted_ms != 0 && ++drains % DRAINS == 0 && VG_(read_millisecond_timer)() - began_ms >= wanted_ms;
}

void spy_control_look(void) {
  if (state == TRACES && (spy_trace.left == 0 || is_time_up())) complete();
  if (spy_trace_is_finished()) {
    state = DONE;
    spy_stop_soon();
  }
  spy_trace_check();
}

void spy_control_end(void) {
  if (!spy_trace.drains || !spy_trace_is_wanted() || state != WAITS || spy_trace_is_finished()) return;
  VG_(umsg)
  ("the trace is empty: %s\n", has_functions() ? "the program ran no function of --trace-function, or skipped it all"
                                               : "tracing was never switched on, or it skipped all");
  begin();
}

void spy_control_forked(void) {
  if (spy_trace_is_wanted() && !spy_trace_is_finished()) {
    state = spy_trace.tracing ? TRACES : WAITS;
    began_ms = VG_(read_millisecond_timer)();
    spy_trace_set_left(spy_trace.tracing ? limit() : spy_options_get()->trace_skip);
    return;
  }
  state = DONE;
  spy_control_picks = False;
  spy_trace_set_left(SPY_TRACE_NEVER);
  if (!spy_options_get()->simulate) spy_stop_soon();
}

/* ---- selection of references ---- */

/* Used with --trace-callees=no, and indexed by thread: the places of the return addresses of the open calls of
 * functions of --trace-function, outermost first. */
static XArray **frames;

static Addr last_frame(XArray *list) {
  return VG_(sizeXA)(list) > 0 ? *(Addr *)VG_(indexXA)(list, VG_(sizeXA)(list) - 1) : 0;
}

static XArray *frames_of(const spy_queue *queue) {
  if (!frames) frames = VG_(calloc)("spy.control", VG_N_THREADS, sizeof *frames);
  XArray **list = &frames[spy_queue_thread(queue)];
  if (!*list) *list = VG_(newXA)(VG_(malloc), "spy.control.frames", VG_(free), sizeof(Addr));
  return *list;
}

/* Returns whether the innermost frame belongs to such a function. Removes frames that have ended, which are below the
 * innermost frame. */
static Bool is_own_frame(const spy_queue *queue, const spy_exit *e) {
  const Addr frame = queue->flow.top;
  XArray *list = frames_of(queue);
  while (VG_(sizeXA)(list) > 0 && last_frame(list) < frame) VG_(dropTailXA)(list, 1);
  if (e->toggles & SPY_TOGGLE_STARTS && last_frame(list) != frame) VG_(addToXA)(list, &frame);
  return last_frame(list) == frame;
}

static Bool is_inside(const spy_queue *queue, const spy_exit *e) {
  if (!has_functions()) return True;
  return queue->inside && (spy_options_get()->trace_callees || is_own_frame(queue, e));
}

Bool spy_control_wants(spy_queue *queue, const spy_exit *e) {
  const Bool inside = is_inside(queue, e);
  if (!inside && spy_trace_calls_are_known(queue)) {
    spy_trace_calls_lose(queue);
  } else if (inside && !spy_trace_calls_are_known(queue) && spy_trace.tracing) {
    spy_trace_calls_emit(queue);
    spy_scopes_resume(queue);
  }
  return inside && on;
}

ULong spy_control_state(spy_queue *queue) {
  if (!has_functions() || spy_options_get()->trace_callees) return 0;
  XArray *list = frames_of(queue);
  return (last_frame(list) << 16) + (ULong)VG_(sizeXA)(list);
}

Bool spy_control_is_free(void) {
  return spy_trace.tracing && spy_options_get()->trace_events == 0 && spy_options_get()->run_ahead;
}

Bool spy_control_counts_waits(void) { return !spy_trace.drains || (spy_trace.tracing && !has_functions()); }

void spy_control_switch(Bool now_on) {
  if (!spy_trace.drains || !spy_trace_is_wanted() || on == now_on) return;
  on = now_on;
  spy_control_picks = !on || has_functions();
  if (state != TRACES) return;
  if (on)
    spy_trace_begin();
  else
    spy_trace_pause();
}

/* ---- answers to requests ---- */

void spy_control_print(void) {
  if (!spy_trace_is_wanted()) {
    VG_(gdb_printf)("there is no trace: the program was started without --trace-file\n");
    return;
  }
  VG_(gdb_printf)
  ("tracing: %s\n", state == DONE || spy_trace_is_finished() ? "finished"
                    : !on                                    ? "off"
                    : state == WAITS                         ? "on, and nothing traced yet"
                                                             : "on");
  VG_(gdb_printf)("references: %llu\n", traced());
  if (state == WAITS && spy_trace.left != 0) VG_(gdb_printf)("to skip: %llu\n", spy_trace.left);
  if (state == TRACES && spy_options_get()->trace_events != 0) VG_(gdb_printf)("to come: %llu\n", spy_trace.left);
}
