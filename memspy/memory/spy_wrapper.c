/* spy_wrapper.c: see spy_wrapper.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/memory/spy_wrapper.h"

#include "memspy/core/spy_own_thread.h"
#include "memspy/core/spy_platform.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/memory/spy_memory.h"
#include "memspy/memspy.h"
#include "memspy/names/spy_paths.h"
#include "memspy/setup/spy_state.h"

static void block_allocated(ThreadId tid, const UWord *arguments) {
  const bin_id bin = spy_bin_of_block(tid);
  spy_memory_allocated(arguments[1], arguments[2], bin);
  if (arguments[3] != 0 && bin != SPY_NO_BIN) spy_receivers_stored(tid, arguments[3], arguments[1], bin);
}

Bool spy_wrapper_request(ThreadId tid, const UWord *arguments) {
  if (arguments[0] < _VG_USERREQ__MEMSPY_ALLOCATED || arguments[0] > _VG_USERREQ__MEMSPY_RESIZED) return False;
  if (spy_stopped()) return True; /* by a wrapper that was entered while recording went on */
  switch (arguments[0]) {
    case _VG_USERREQ__MEMSPY_ALLOCATED: block_allocated(tid, arguments); break;
    case _VG_USERREQ__MEMSPY_RELEASED: spy_memory_released(arguments[1]); break;
    case _VG_USERREQ__MEMSPY_RESIZING: spy_memory_resizing(tid, arguments[1]); break;
    default:
      spy_memory_resized(tid, arguments[1], arguments[2], arguments[1] != 0 ? spy_bin_of_block(tid) : SPY_NO_BIN);
      break;
  }
  return True;
}

void spy_wrapper_reports(void *guest) {
  spy_core_hold();
  spy_wrapper_request(VG_(get_running_tid)(), spy_request_arguments(guest));
  spy_core_release();
}
