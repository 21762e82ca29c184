/* spy_turn.h: ends slices in translated code.
 *
 * Threads affect each other by system calls and atomic instructions. To order these by the clocks, a slice ends before
 * each of them. The thread continues when its processor's clock is the smallest.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Ends the slice at the start of a block with an atomic instruction, unless the thread has the turn. `start` is the
 * address at which the program enters the block, `leave` the kind of the jump that leaves it, and `cursor` the offset
 * of the queue's cursor in the guest state. */
void spy_turn_add_start(IRSB *out, const IRSB *in, Addr start, IRJumpKind leave, Int cursor);

/* Returns the number of statements before the system call of a block whose first instruction is in->stmts[first].
 * Returns the number of all statements if there is no system call, or if it is the first instruction. */
Int spy_turn_statements(const IRSB *in, Int first);

/* Ends a block before the system call at `next`. Also ends the slice, as spy_turn_add_start() does. */
void spy_turn_add_end(IRSB *out, Addr next, Int cursor);
