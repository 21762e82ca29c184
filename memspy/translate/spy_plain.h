/* spy_plain.h: makes blocks that are not recorded. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* After the end of recording: the block with only the additions by which threads wait for each other in the tool. */
IRSB *spy_plain_left(IRSB *in);

/* In a sampled run: the block counts its instructions. `shadow`: offset of the thread's shadow area in the guest state,
 * `first`: the statement of its first instruction, `start`: the address at which the program enters it. */
IRSB *spy_plain_counted(IRSB *in, Int shadow, Int first, Addr start, const VexGuestExtents *extents);

/* Adds to a block that ends in a system call the test whether the tool answers it. */
void spy_plain_add_call(IRSB *out);
