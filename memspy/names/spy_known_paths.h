/* spy_known_paths.h: bins of call paths that were unwound before.
 *
 * What the unwinder finds follows from a thread's registers and from the words of its stack that have return addresses
 * and saved frame pointers. Where these are the same once more, so is the path. (Not all of what may end a path is
 * seen: not where a caller of a function that has unwind information is 0, nor where the unwinder took a pointer for a
 * frame pointer that was none. The last frame of a stack does not get another caller.)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_KNOWN_PATHS_H
#define MEMSPY_SPY_KNOWN_PATHS_H

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* Where a thread stands: what unwinding begins with. */
typedef struct {
  ThreadId tid;
  Addr ip, sp, fp;
} spy_standing;

/* Whether the bin of what the thread allocates there is known; then it is *bin. Reads words of the stack, each only if
 * those of the frames within are as they were. */
Bool spy_known_path(const spy_standing *at, bin_id *bin);

/* What VG_(get_StackTrace)() gave there: n frames, innermost first, with the stack and frame pointer in each. */
typedef struct {
  const Addr *ips, *sps, *fps;
  UInt n;
  Bool ended; /* there are no more */
  Bool (*is_code)(Addr address);
} spy_unwound;

/* It is `bin`, by that. The oldest path of those nearby is forgotten for it. Some are not kept: of too many words, or
 * where it is not seen what the unwinder used. */
void spy_known_path_add(const spy_standing *at, const spy_unwound *unwound, bin_id bin);

/* Paths through code in [start, start + bytes) mean something else from now on. */
void spy_known_paths_forget(Addr start, SizeT bytes);

#endif
