/* spy_ir_check.c: whether VEX checks the code of each block, as it was read and as it is behind the tool and VEX's own
 * passes. That takes 3 % of a run that translates much, and finds mistakes of who wrote them, not of the program: so it
 * is done only with --sanity-level=2 and above. VEX calls ours in place of its own (memspy/local.mk).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/core/spy_core.h"

void __wrap_sanityCheckIRSB(const IRSB *block, const HChar *caller, Bool must_be_flat, IRType word) {
  if (VG_(clo_sanity_level) > 1) __real_sanityCheckIRSB(block, caller, must_be_flat, word);
}
