/* spy_wrapper.h: what the wrappers of the program's allocation functions (spy_preload.c) report.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_WRAPPER_H
#define MEMSPY_SPY_WRAPPER_H

#include "memspy/core/spy_valgrind.h"

/* Takes a client request, with its number in arguments[0]. Returns whether it is one of theirs. */
Bool spy_wrapper_request(ThreadId tid, const UWord *arguments);

/* Called by the wrappers' translated code in place of a client request, for which the core would leave the translation
 * and come back. `guest`: the running thread's registers. */
void spy_wrapper_reports(void *guest);

#endif
