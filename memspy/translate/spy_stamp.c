/* spy_stamp.c: see spy_stamp.h.
 *
 * VEX reads the counter by a call of a function of its own, whose name identifies the instruction.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_stamp.h"

#include "memspy/core/spy_platform.h"
#include "memspy/machine/spy_topology.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/schedule/spy_time.h"

static ULong stamp(void) { return spy_time_cycles(VG_(get_running_tid)()); }

/* Linux sets a word of each processor to its node and its number. */
static void stamp_and_processor(spy_guest *guest) {
  enum { NODE_SHIFT = 12 };
  const ThreadId tid = VG_(get_running_tid)();
  const UInt processor = spy_schedule_target(tid);
  const ULong cycles = spy_time_is_simulated() ? spy_time_cycles(tid) : spy_host_stamp();
  spy_set_stamp(guest, cycles, spy_node_of(processor) << NODE_SHIFT | processor);
}

void spy_stamp_replace(IRStmt *st) {
  if (st->tag != Ist_Dirty || !(spy_time_is_simulated() || spy_machine_is_visible())) return;
  IRDirty *call = st->Ist.Dirty.details;
  if (spy_time_is_simulated() && VG_(strcmp)(call->cee->name, SPY_STAMP_HELPER) == 0)
    call->cee = mkIRCallee(0, "spy_stamp", VG_(fnptr_to_fnentry)(&stamp));
  else if (VG_(strcmp)(call->cee->name, SPY_STAMP_AND_PROCESSOR_HELPER) == 0)
    call->cee = mkIRCallee(0, "spy_stamp_and_processor", VG_(fnptr_to_fnentry)(&stamp_and_processor));
}
