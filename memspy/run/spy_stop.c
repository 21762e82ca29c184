/* spy_stop.c: see spy_stop.h.
 *
 * The core lets a tool throw translations away in client requests only. A translation may be thrown away while it runs,
 * as the core does with those that its debugger's server changes: its code stays where it is until the next block is
 * translated, and nothing jumps to it any more. So it is done when a thread is about to enter translated code: the
 * block that it has been given already is the last one that records, and what that records is not looked at.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/run/spy_stop.h"

#include "memspy/core/spy_core.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/names/spy_code.h"
#include "memspy/record/spy_block.h"
#include "memspy/run/spy_recording.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/setup/spy_state.h"

static Bool chases;            /* when recording has ended */
static ULong recording, plain; /* blocks translated */

void spy_stop_chasing(void) {
  chases = chases || VG_(clo_vex_control).guest_chase;
  VG_(clo_vex_control).guest_chase = False;
}

void spy_stop_look(void) {
  if (LIKELY(!spy_stop_is_due()) || spy_stopped()) return;
  spy_recording_finish();
  spy_blocks_flush();
  spy_receivers_forget_all();
  spy_schedule_let_go();
  spy_set_stopped();
  /* Discards the program's code and the blocks that Valgrind's redirections made of it. */
  if (chases) spy_core_chase();
  VG_(discard_translations)(0, ~0ULL, "memspy");
}

void spy_stop_note_block(Bool records) { (*(records ? &recording : &plain))++; }

void spy_stop_print_stats(void) {
  VG_(dmsg)
  ("memspy: %llu blocks recording, %llu plain; %llu words recorded too late\n", recording, plain,
   spy_recording_late_words());
}
