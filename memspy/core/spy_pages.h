/* spy_pages.h: how the host backs the core's memory with pages. The first touch of a page is an exception, which under
 * some hypervisors takes as long as a hundred misses of the simulated machine. Nothing here changes what is in memory,
 * nor anything of the program's mappings.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PAGES_H
#define MEMSPY_SPY_PAGES_H

#include "memspy/core/spy_valgrind.h"

/* The core has new pages. */
void spy_pages_made(Addr start, SizeT bytes);

/* The host gets no more hints: the program is about to say which system calls its process may make. */
void spy_pages_leave(void);

#endif
