/* spy_debugged.h: blocks in which a debugger may stop the program.
 *
 * Where the program is stepped, or a breakpoint lies in a block, the core adds a call of its debugger's server behind
 * the mark of each instruction. There all may happen that else happens between blocks: translations are thrown away,
 * commands of the monitor empty the thread's queue or append to it, and registers change. So such blocks have one
 * instruction each (spy_split.h), and read what they need of the thread behind its mark.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_DEBUGGED_H
#define MEMSPY_SPY_DEBUGGED_H

#include "memspy/core/spy_valgrind.h"

/* Whether the block that is being translated is such a one. From the first on there is no helper any more
 * (run/spy_helper.h): the debugger's server uses the core wherever the program is. */
Bool spy_is_debugged(const IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents);

#endif
