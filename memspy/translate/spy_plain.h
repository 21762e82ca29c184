/* spy_plain.h: blocks that are not recorded. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_PLAIN_H
#define MEMSPY_SPY_PLAIN_H

#include "memspy/core/spy_valgrind.h"

/* Recording has ended: the block as it is, but for what threads need to wait for each other in the tool. */
IRSB *spy_plain_left(IRSB *in);

/* The run is sampled: the block counts its instructions. `shadow` is where the thread's shadow area begins in the guest
 * state, `first` the statement of its first instruction, `start` where the program enters it. */
IRSB *spy_plain_counted(IRSB *in, Int shadow, Int first, Addr start, const VexGuestExtents *extents);

/* The block ends in a system call, which the tool may answer. */
void spy_plain_add_call(IRSB *out);

#endif
