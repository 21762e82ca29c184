/* spy_paths.h: call paths of allocations: which bin a new block or mapping is in.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PATHS_H
#define MEMSPY_SPY_PATHS_H

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* The bin of a block that `tid` takes now: by its call path, without the frames of allocation functions. SPY_NO_BIN
 * when a wrapped allocation function takes it for itself: what that one hands out is the program's block. */
#define SPY_NO_BIN 0xffffffffu
bin_id spy_bin_of_block(ThreadId tid);

/* The bin of a mapping that `tid` makes now: by its call path too, but what an allocator maps for the blocks that it
 * will hand out, and for itself, is in one bin, the same as the program's break. */
bin_id spy_bin_of_mapping(ThreadId tid);
bin_id spy_heap_bin(void);

/* Code in [start, start + bytes) goes away: call paths through it mean something else from now on. */
void spy_paths_unload(Addr start, SizeT bytes);

#endif
