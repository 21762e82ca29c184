/* spy_allocator_calls.h: tracks calls of allocation functions, as the translated code reports them
 * (translate/spy_watch_calls.h).
 *
 * Nothing is loaded into the program and none of its functions is replaced: allocators, their stack frames and all data
 * addresses are the same as without the tool.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_platform.h"
#include "memspy/names/spy_allocators.h"

/* Call before a thread runs. */
void spy_calls_run(ThreadId tid);

/* Call when a thread has ended. In a forked process, ends all threads except `tid`. */
void spy_calls_end(ThreadId tid);
void spy_calls_forked(ThreadId tid);

/* Called by translated code at the start of an allocation function. */
void spy_calls_enter(spy_guest *guest, const spy_allocator *function);

/* Called by translated code where an exception is thrown or longjmp begins: afterwards, open calls can end without a
 * return. */
void spy_calls_jump(void);

/* Called by translated code after a return to `caller`, if the stack pointer is now spy_calls_returned, or at most
 * spy_calls_below bytes below it. */
void spy_calls_leave(spy_guest *guest, Addr caller);

/* Called by translated code at the end of a block that calls a function, or ends with an indirect jump, under the same
 * condition. `code` is the address of the block, `calls` is whether it contains a call. */
void spy_calls_inner(spy_guest *guest, Addr code, UWord calls);

/* For translated code. spy_calls_returned: the value that the running thread's stack pointer will have after the return
 * from its current allocation function; 0: the thread is in none. spy_calls_below: number of bytes below this value
 * within which returns of inner functions are watched. */
extern UWord spy_calls_returned, spy_calls_below;
