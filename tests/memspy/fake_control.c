/* fake_control.c: replaces memspy/trace/spy_trace_control.c in tests without a trace.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/trace/spy_trace_control.h"
#include "tests/memspy/trial.h"

Bool spy_control_picks;

Bool spy_control_wants(spy_queue *queue, const spy_exit *e) {
  (void)queue, (void)e;
  return True;
}

ULong spy_control_state(spy_queue *queue) {
  (void)queue;
  return 0;
}

Bool spy_control_is_free(void) { return False; }
Bool spy_control_counts_waits(void) { return True; }
void spy_control_switch(Bool on) { (void)on; }
void spy_control_look(void) {}
void spy_control_due(void) { trial_fail("tracing is to begin or to end"); }
