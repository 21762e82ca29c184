/* spy_static_allocators.h: the blocks of a program that is linked statically.
 *
 * No library can be loaded into such a program, so nothing can be wrapped. Instead its translated code tells of the
 * start of each allocation function and of the return from it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_STATIC_ALLOCATORS_H
#define MEMSPY_SPY_STATIC_ALLOCATORS_H

#include "memspy/core/spy_valgrind.h"

/* The program's objects are mapped, and none of its code is translated yet. */
void spy_static_start(void);

/* A thread is about to run. */
void spy_static_run(ThreadId tid);

/* Adds to a block what watches it: at its start, when that is the instruction at `first`; and behind its last record.
 * cursor: offset of the queue's cursor in the guest state. */
void spy_static_add_start(IRSB *block, Addr first, Int cursor);
void spy_static_add_end(IRSB *block, Int cursor);

#endif
