/* spy_paths.h: determines the bin of a new block or mapping by its call path.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* Returns the bin of a block that `tid` allocates. It depends on the call path without the frames of allocation
 * functions. Returns SPY_NO_BIN if a watched allocation function allocates the block internally. */
#define SPY_NO_BIN 0xffffffffu
bin_id spy_bin_of_block(ThreadId tid);

/* Returns the bin of a mapping that `tid` makes. It depends on the call path. All mappings that allocators make, for
 * blocks and for themselves, are in one bin, together with the program's break. */
bin_id spy_bin_of_mapping(ThreadId tid);
bin_id spy_heap_bin(void);

/* Call when code in [start, start + bytes) is unloaded, since call paths through it change their meaning. */
void spy_paths_unload(Addr start, SizeT bytes);
