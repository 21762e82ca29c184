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

/* The next functions report changes by allocation functions. Call _allocated() after a block was allocated (`bin` is
 * the result of spy_bin_of_block()), _released() before a block is released, _resizing() before a block is resized, and
 * _resized() after that. If the resizing failed, so that the block remains, new_start is 0. */
void spy_memory_allocated(Addr start, SizeT bytes, bin_id bin);
void spy_memory_released(Addr start);
void spy_memory_resizing(ThreadId tid, Addr start);
void spy_memory_resized(ThreadId tid, Addr new_start, SizeT bytes, bin_id bin, Bool early);

/* For an allocation function that writes its block. Call spy_memory_early() before the function writes, with the block
 * that the function will probably return. The result is whether the block was recorded. If it was, call
 * spy_memory_allocated_early() instead of spy_memory_allocated() after the function has returned the block `start` (0:
 * none); or call spy_memory_resized() with `early` True. */
Bool spy_memory_early(ThreadId tid, Addr start, SizeT bytes, bin_id bin);
void spy_memory_allocated_early(Addr start, SizeT bytes, bin_id bin);
