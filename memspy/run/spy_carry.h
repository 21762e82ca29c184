/* spy_carry.h: one thread of the host runs the translated code of all threads that take turns.
 *
 * To wake another thread of the host, and to sleep, costs more than most slices of threads that synchronize. So a
 * thread whose slice is over stays in translated code, as far as the core knows, and its thread of the host runs on
 * with the code of the one whose turn it is. Whatever is not code, such as a system call, a signal or code that is not
 * translated yet, is left to the own thread of the host: it wakes with what the code came back for.
 *
 * All that the core keeps of a thread of the program is in its state, but for three things: the lock has an owner, who
 * asks which thread of the host it is (core/spy_host_thread.h); a fault leaves translated code by a jump to where that
 * thread of the host began to run it; and signals are sent to that one, which looks for them between slices.
 *
 * The core runs a thread by one function, which the linker has it call through the tool's (run/spy_enter.c).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_CARRY_H
#define MEMSPY_SPY_CARRY_H

#include "memspy/core/spy_core.h"

/* Whether threads are carried: they take turns, nothing else than all is recorded, no debugger looks, and the tool has
 * no thread of its own. */
Bool spy_carry_is_on(void);

/* What is done before a thread runs translated code, and after, as the core calls it. */
void spy_carry_start(void (*begins)(ThreadId tid, ULong blocks), void (*ends)(ThreadId tid, ULong blocks));

/* What the core calls to run a thread, with its arguments. */
void spy_carry_run(HWord *result, void *guest, Addr code);

#endif
