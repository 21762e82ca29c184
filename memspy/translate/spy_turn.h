/* spy_turn.h: where in translated code a thread waits for its turn.
 *
 * Threads act on each other through system calls and atomic instructions. So that this happens in the order of the
 * clocks, a slice ends before them: the thread goes on when its processor's clock is the smallest.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TURN_H
#define MEMSPY_SPY_TURN_H

#include "memspy/core/spy_valgrind.h"

/* Adds to the start of a block what ends the slice there if the block has an atomic instruction, unless it is still the
 * thread's turn. start: where the program jumps to for the block; leave: by what kind of jump the block is left for
 * itself; cursor: where the guest state has the queue's. */
void spy_turn_add_start(IRSB *out, const IRSB *in, Addr start, IRJumpKind leave, Int cursor);

/* How many statements of a block, whose first instruction is in->stmts[first], are before its system call; all of them
 * if there is none, or if it is the first instruction. */
Int spy_turn_statements(const IRSB *in, Int first);

/* Ends a block before the system call at `next`, and the slice as above. */
void spy_turn_add_end(IRSB *out, Addr next, Int cursor);

#endif
