/* spy_stop.c: see spy_stop.h.
 *
 * The core lets a tool discard translations only in client requests. A translation can be discarded while it runs,
 * because its code stays in place until the next block is translated, and no jump leads to it any more. (The core does
 * the same with translations that its debugger's server changes.) So translations are discarded when a thread is about
 * to enter translated code. The block that the thread is about to run is its last one that records, and the records of
 * this block are ignored.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/run/spy_stop.h"

#include "memspy/core/spy_core.h"
#include "memspy/drain/spy_late_receivers.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/names/spy_code.h"
#include "memspy/record/spy_block.h"
#include "memspy/run/spy_recording.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/setup/spy_state.h"

static Bool chases;            /* after the end of recording */
static ULong recording, plain; /* numbers of translated blocks */

void spy_stop_chasing(void) {
  chases = chases || VG_(clo_vex_control).guest_chase;
  VG_(clo_vex_control).guest_chase = False;
}

void spy_stop_look(void) {
  if (LIKELY(!spy_stop_is_due()) || spy_stopped()) return;
  spy_recording_finish();
  spy_blocks_flush();
  spy_receivers_forget_all();
  spy_late_receivers_finish();
  spy_schedule_let_go();
  spy_set_stopped();
  /* Discards the translations of the program's code, and those of the blocks to which Valgrind redirects the
   * program. */
  if (chases) spy_core_chase();
  VG_(discard_translations)(0, ~0ULL, "memspy");
}

void spy_stop_note_block(Bool records) { (*(records ? &recording : &plain))++; }

void spy_stop_print_stats(void) {
  VG_(dmsg)
  ("memspy: %llu blocks recording, %llu plain; %llu words recorded too late\n", recording, plain,
   spy_recording_late_words());
}
