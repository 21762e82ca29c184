/* spy_split.h: splits blocks with several effects on other threads.
 *
 * A thread that releases a lock and takes it again within one block would keep it forever, since other threads get
 * their turn only between blocks. So an atomic instruction begins a new block if it comes after another atomic
 * instruction, or after a store to memory other than the stack. Each instruction begins a new block if a debugger can
 * stop the program (spy_debugged.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call for every block that is translated. `start` is the program's address of the block. Returns NULL if the block is
 * not split. Otherwise, returns a replacement block. When it is executed, the code at `start` is translated again, with
 * fewer instructions. */
IRSB *spy_split(const IRSB *in, Addr start, const VexGuestExtents *extents, Bool is_debugged);
