/* spy_memory.h: follows the program's memory: mappings, the heap's end, and blocks that the allocation functions
 * report.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* Registers Valgrind's hooks. */
void spy_memory_track(void);

/* Call before a thread makes a mapping by a system call with the flags `flags`. */
void spy_memory_maps(ThreadId tid, UWord flags);

/* Returns whether an address is in a mapped file, or in a segment of an object, whose variables have names. */
Bool spy_memory_has_names(Addr address);

/* Call the next functions for each change by an allocation function: after a block was allocated (`bin` is the result
 * of spy_bin_of_block()), before a block is released, before a block is resized, and after it was resized. If the
 * resizing failed, so that the block remains, new_start is 0. */
void spy_memory_allocated(Addr start, SizeT bytes, bin_id bin);
void spy_memory_released(Addr start);
void spy_memory_resizing(ThreadId tid, Addr start);
void spy_memory_resized(ThreadId tid, Addr new_start, SizeT bytes, bin_id bin, Bool early);

/* For an allocation function that writes its block: call the first function before that, with the block that the
 * function will probably return. It returns whether the block was recorded: if so, call the second function, in place
 * of spy_memory_allocated(), when the function has returned the block `start` (0: none). The argument `early` of
 * spy_memory_resized() has the same meaning. */
Bool spy_memory_early(ThreadId tid, Addr start, SizeT bytes, bin_id bin);
void spy_memory_allocated_early(Addr start, SizeT bytes, bin_id bin);
