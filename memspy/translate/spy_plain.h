/* spy_plain.h: makes blocks that are not recorded. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* For blocks after the end of recording: returns the block with only the code that makes threads wait for each other in
 * the tool. */
IRSB *spy_plain_left(IRSB *in);

/* For the plain form of a block in a sampled run: returns the block with code that counts its instructions. `shadow` is
 * the offset of the thread's shadow area in the guest state, `first` the number of the statement of the block's first
 * instruction, and `start` the address at which the program enters the block. */
IRSB *spy_plain_counted(IRSB *in, Int shadow, Int first, Addr start, const VexGuestExtents *extents);

/* Adds, to a block that ends in a system call, the test whether the tool answers this call. */
void spy_plain_add_call(IRSB *out);
