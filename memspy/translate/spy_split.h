/* spy_split.h: blocks that hold what others must be able to come between.
 *
 * A thread that gives a lock free and takes it again within one block would keep it for ever: others get their turn
 * between blocks only. So an atomic instruction behind another one, or behind a store that is not to the stack, begins
 * a block of its own. So does each instruction where a debugger may stop the program (spy_debugged.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SPLIT_H
#define MEMSPY_SPY_SPLIT_H

#include "memspy/core/spy_valgrind.h"

/* A block is being translated, which starts at `start` of the program. Returns NULL if it is to stay; else what stands
 * for it: it has the start translated again, with fewer instructions, when it is run. To be called for every block. */
IRSB *spy_split(const IRSB *in, Addr start, const VexGuestExtents *extents, Bool is_debugged);

#endif
