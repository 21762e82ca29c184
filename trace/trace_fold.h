/* trace_fold.h: joins closed descriptors of one source into PRSDs.
 *
 * Streams whose pattern has ended add their descriptors here. A few descriptors are kept. A new descriptor is joined to
 * a kept one if the new one is the next repetition of the kept one, or has the same levels. A kept descriptor that
 * cannot be extended can itself be a repetition. So it is compared once with the other kept descriptors, and levels
 * grow from the innermost to any depth. If too many descriptors are kept, the oldest is removed.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_rsd.h"

enum { TRACE_FOLD_KEPT = 8 };

typedef struct {
  trace_rsd *kept; /* list of the kept descriptors; the first one was joined or added last */
  unsigned n;
} trace_fold;

/* Adds a descriptor and takes ownership of it. Returns a kept descriptor that was removed to make room, now owned by
 * the caller, or NULL. */
trace_rsd *trace_fold_add(trace_fold *fold, trace_memory *memory, trace_rsd *rsd);

/* Removes a kept descriptor and returns it; the caller owns it. Returns NULL if none is left. */
trace_rsd *trace_fold_take(trace_fold *fold, trace_memory *memory);
