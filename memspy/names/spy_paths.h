/* spy_paths.h: determines the bin of a new block or mapping by its call path.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* The bin of a block that `tid` allocates, by its call path without the frames of allocation functions; SPY_NO_BIN if a
 * watched allocation function allocates it internally. */
#define SPY_NO_BIN 0xffffffffu
bin_id spy_bin_of_block(ThreadId tid);

/* The bin of a mapping that `tid` makes, by its call path. Mappings of an allocator, for blocks and for itself, are in
 * one bin, together with the program's break. */
bin_id spy_bin_of_mapping(ThreadId tid);
bin_id spy_heap_bin(void);

/* Code in [start, start + bytes) is unloaded: call paths through it change their meaning. */
void spy_paths_unload(Addr start, SizeT bytes);
