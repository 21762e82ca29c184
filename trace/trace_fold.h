/* trace_fold.h: joins closed descriptors of one source into PRSDs.
 *
 * What a stream leaves behind when its pattern ends comes here. A few descriptors are kept; one that is the next
 * repetition of a kept one, or of the same levels, is joined to it. When a kept one cannot go on it may be a repetition
 * itself: it is offered to the others once, so that levels grow from the inside to any depth. The oldest leaves when
 * there are too many.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_FOLD_H
#define TRACE_TRACE_FOLD_H

#include "trace/trace_rsd.h"

enum { TRACE_FOLD_KEPT = 8 };

typedef struct {
  trace_rsd *kept; /* the last one joined or added first */
  unsigned n;
} trace_fold;

/* Adds a descriptor, which is the fold's from now on. Returns one that leaves, the caller's from now on, or NULL. */
trace_rsd *trace_fold_add(trace_fold *fold, trace_memory *memory, trace_rsd *rsd);

/* Takes a descriptor out; NULL: there is none left. */
trace_rsd *trace_fold_take(trace_fold *fold, trace_memory *memory);

#endif
