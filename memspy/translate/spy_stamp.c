/* spy_stamp.c: see spy_stamp.h.
 *
 * VEX reads the counter by a call of a function of its own, whose name says which instruction it is for.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/translate/spy_stamp.h"

#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/schedule/spy_time.h"

static ULong stamp(void) { return spy_time_cycles(VG_(get_running_tid)()); }

static void stamp_and_processor(spy_guest *guest) {
  const ThreadId tid = VG_(get_running_tid)();
  spy_set_stamp(guest, spy_time_cycles(tid), spy_schedule_processor(tid));
}

void spy_stamp_replace(IRStmt *st) {
  if (!spy_time_is_simulated() || st->tag != Ist_Dirty) return;
  IRDirty *call = st->Ist.Dirty.details;
  if (VG_(strcmp)(call->cee->name, SPY_STAMP_HELPER) == 0)
    call->cee = mkIRCallee(0, "spy_stamp", VG_(fnptr_to_fnentry)(&stamp));
  else if (VG_(strcmp)(call->cee->name, SPY_STAMP_AND_PROCESSOR_HELPER) == 0)
    call->cee = mkIRCallee(0, "spy_stamp_and_processor", VG_(fnptr_to_fnentry)(&stamp_and_processor));
}
