/* spy_ir_check.c: limits VEX's checks of the code of each block, before and after instrumentation and VEX's own passes.
 * The checks take 3 % of a run with many translations, and find errors of the tool, not of the program. So they are
 * made only with --sanity-level=2 and above. Wraps VEX's function (memspy/local.mk).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_core.h"

void __wrap_sanityCheckIRSB(const IRSB *block, const HChar *caller, Bool must_be_flat, IRType word) {
  if (VG_(clo_sanity_level) > 1) __real_sanityCheckIRSB(block, caller, must_be_flat, word);
}
