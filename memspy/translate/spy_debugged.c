/* spy_debugged.c: see spy_debugged.h.
 *
 * Only the core knows; it says so by what it makes of a block, so it is shown one without statements. What it does
 * besides, for where that block jumps to, it would do anyway.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/translate/spy_debugged.h"

#include "memspy/core/spy_core.h"
#include "memspy/run/spy_helper.h"

Bool spy_is_debugged(const IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents) {
  IRSB block = *in;
  block.stmts_used = 0;
  if (LIKELY(VG_(instrument_for_gdbserver_if_needed)(&block, layout, extents, Ity_I64, Ity_I64) == &block))
    return False;
  spy_helper_end();
  return True;
}
