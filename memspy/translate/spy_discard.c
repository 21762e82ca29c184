/* spy_discard.c: see spy_discard.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_discard.h"

#include "memspy/core/spy_core.h"
#include "memspy/record/spy_block.h"
#include "memspy/run/spy_recording.h"
#include "memspy/sample/spy_alias.h"
#include "memspy/schedule/spy_slice.h"
#include "memspy/translate/spy_fetched.h"

/* A debugger that has stopped the program in a block can make the core discard that block, which will still record. */
static Bool is_named(ULong loads) { return VG_(in_generated_code) || spy_slice_may_hold(loads); }

void spy_discard(Addr start, VexGuestExtents extents) {
  spy_alias_discarded(start, extents.base[0]);
  spy_block *block = spy_block_find(extents.base[0], start);
  if (!block) return;    /* code that is not recorded */
  spy_recording_drain(); /* so that the running thread's queue does not name the block */
  spy_fetched_discard(&extents, block->code_hash);
  spy_block_discard(block, spy_slice_loads() + VG_(in_generated_code), is_named);
}
