/* fake_rooms.c: see fake_rooms.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/fake_rooms.h"

#include "memspy/drain/spy_receivers.h"
#include "memspy/names/spy_functions.h"
#include "memspy/names/spy_paths.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_log.h"
#include "memspy/trace/spy_trace_memory.h"
#include "tests/memspy/trial.h"

spy_options fake_options;

const spy_options *spy_options_get(void) { return &fake_options; }

/* ---- names/ ---- */

bin_id spy_heap_bin(void) { return BIN_ID_UNKNOWN; }
Bool spy_scopes_are_wanted(void) { return False; }
const scope_node *spy_scope_nodes(void) { return NULL; }

UInt spy_scope_of_call(const bin_call *call) {
  (void)call;
  return SCOPE_NONE;
}

/* ---- drain/ ---- */

void spy_receivers_look(ThreadId tid) { (void)tid; }
void spy_receivers_forget(ThreadId tid) { (void)tid; }
void spy_receivers_forget_all(void) {}

/* ---- trace/ ---- */

Bool spy_control_picks;

Bool spy_control_wants(spy_queue *queue, const spy_exit *e) {
  (void)queue, (void)e;
  return True;
}

ULong spy_control_state(spy_queue *queue) {
  (void)queue;
  return 0;
}

Bool spy_control_counts_waits(void) { return True; }
void spy_control_switch(Bool on) { (void)on; }
void spy_control_look(void) {}
void spy_control_due(void) { trial_fail("tracing is to begin or to end"); }

void spy_trace_calls_begin(const spy_queue *queue) { (void)queue; }

Bool spy_trace_calls_are_known(const spy_queue *queue) {
  (void)queue;
  return True;
}

void spy_trace_memory(const spy_queue *queue, spy_event event, const ULong *words) { (void)queue, (void)event, (void)words; }

void spy_trace_log_event(UInt processor, const trace_source *source, ULong value) {
  (void)processor, (void)source, (void)value;
  trial_fail("there is no log");
}

void spy_trace_log_keep(ULong key, UInt processor, const trace_source *source, ULong value) {
  (void)key;
  spy_trace_log_event(processor, source, value);
}

void spy_trace_log_write_kept(void) {}
