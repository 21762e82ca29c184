/* spy_debugged.h: detects blocks in which a debugger can stop the program.
 *
 * If the program is stepped, or a block has a breakpoint, the core adds a call of its debugger's server after the mark
 * of each instruction. During that call, everything can happen that otherwise happens only between blocks: translations
 * are discarded, monitor commands empty the thread's queue or append to it, and registers change. So such blocks have
 * one instruction each (spy_split.h), and read the thread's state after the mark of the instruction.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether a debugger can stop the program in the block that is being translated. */
Bool spy_is_debugged(const IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents);
