/* spy_pages.h: gives the host hints on the use of pages of the core's memory. The first touch of a page causes a page
 * fault. Under some hypervisors, a page fault takes as long as the simulation of a hundred misses. The contents of
 * memory and the program's mappings are unaffected.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call when the core has got new pages from the host. */
void spy_pages_made(Addr start, SizeT bytes);

/* Stops the hints. Call when the program is about to install a filter of system calls. */
void spy_pages_leave(void);
