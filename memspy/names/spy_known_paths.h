/* spy_known_paths.h: a cache of the bins of unwound call paths.
 *
 * The result of unwinding depends on a thread's registers, and on the words of its stack with return addresses and
 * saved frame pointers. If these are equal to those of an earlier call, the path is equal, too. (Two causes of a path's
 * end are not included: a zero return address in a function with unwind information, and a value that the unwinder
 * wrongly took as a frame pointer. In both cases, the last frame of a stack does not get another caller.)
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* The registers with which unwinding begins. */
typedef struct {
  ThreadId tid;
  Addr ip, sp, fp;
} spy_standing;

/* Returns whether the bin of the thread's allocation at a position is cached. If so, sets *bin. Reads a word of the
 * stack only if the words of the inner frames are unchanged. */
Bool spy_known_path(const spy_standing *at, bin_id *bin);

/* The result of VG_(get_StackTrace)() at a position: n frames, innermost first, each with its stack pointer and frame
 * pointer. */
typedef struct {
  const Addr *ips, *sps, *fps;
  UInt n;
  Bool ended; /* complete */
  Bool (*is_code)(Addr address);
} spy_unwound;

/* Adds the bin of a path. It replaces the oldest of the neighbouring paths in the table. Does not add paths with too
 * many words, or paths for which the unwinder's input is unclear. */
void spy_known_path_add(const spy_standing *at, const spy_unwound *unwound, bin_id bin);

/* Removes the paths through code in [start, start + bytes), because this code changes. */
void spy_known_paths_forget(Addr start, SizeT bytes);
