/* spy_static_allocators.h: the blocks of a program that is linked statically.
 *
 * No library can be loaded into such a program, so nothing can be wrapped. Instead its translated code reports the
 * start of each allocation function and the return from it (translate/spy_static_calls.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_STATIC_ALLOCATORS_H
#define MEMSPY_SPY_STATIC_ALLOCATORS_H

#include "memspy/core/spy_platform.h"
#include "memspy/names/spy_allocators.h"

/* The program's objects are mapped, and none of its code is translated yet. */
void spy_static_start(void);

/* Whether the program is linked statically. */
Bool spy_is_static(void);

/* A thread is about to run. */
void spy_static_run(ThreadId tid);

/* Called by translated code: at the start of an allocation function; where an exception is thrown, which operator new
 * does instead of returning; after the return from the function. */
void spy_static_enter(const spy_guest *guest, const spy_allocator *function);
void spy_static_throw(void);
void spy_static_leave(const spy_guest *guest);

/* For translated code, which looks for that return: the running thread's stack pointer after it; 0: there is none. */
extern UWord spy_static_returned;

#endif
