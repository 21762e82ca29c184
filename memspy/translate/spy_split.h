/* spy_split.h: splits blocks with several effects on other threads.
 *
 * A thread that releases a lock and takes it again within one block would keep it forever, since others get their turn
 * only between blocks. So an atomic instruction after another one, or after a store to other memory than the stack,
 * begins a block of its own. So does each instruction if a debugger can stop the program (spy_debugged.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* A block is being translated, which starts at `start` of the program. Returns NULL if it is not split; else a
 * replacement that makes the start be translated again, with fewer instructions, when it is executed. Call for every
 * block. */
IRSB *spy_split(const IRSB *in, Addr start, const VexGuestExtents *extents, Bool is_debugged);
