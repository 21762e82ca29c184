/* spy_debugged.c: see spy_debugged.h.
 *
 * Only the core knows whether the program is stepped or a block has a breakpoint. To find out, the tool passes a block
 * without statements to the core, and checks whether the core changes it. The core's side effects for the block's jump
 * targets would also occur without this call.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_debugged.h"

#include "memspy/core/spy_core.h"

Bool spy_is_debugged(const IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents) {
  IRSB block = *in;
  block.stmts_used = 0;
  return VG_(instrument_for_gdbserver_if_needed)(&block, layout, extents, Ity_I64, Ity_I64) != &block;
}
