/* spy_pages.h: how the host backs memory with pages. The first touch of a page is an exception, which under some
 * hypervisors takes as long as a hundred misses of the simulated machine; and code and data in pages of 4 KB need many
 * entries of the host's TLBs. Nothing here changes what is in memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PAGES_H
#define MEMSPY_SPY_PAGES_H

#include "memspy/core/spy_valgrind.h"

/* The program got a mapping by mmap(), with that protection and those flags. It gets large pages, if all of it is
 * likely to be used: an array of some megabytes, no reserve of addresses and no stack. The program may say otherwise by
 * madvise(). */
void spy_pages_mapped(Addr start, SizeT bytes, UWord protection, UWord flags);

#endif
