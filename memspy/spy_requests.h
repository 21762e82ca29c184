/* spy_requests.h: what the program, its wrapped allocation functions and a user's vgdb ask of the tool.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_REQUESTS_H
#define MEMSPY_SPY_REQUESTS_H

#include "memspy/core/spy_valgrind.h"

/* Valgrind's hook for client requests, monitor commands among them. */
Bool spy_request(ThreadId tid, UWord *arguments, UWord *result);

#endif
