/* trace_fold.h: joins closed descriptors of one source into PRSDs.
 *
 * Streams whose pattern has ended add their descriptors here. A few descriptors are kept; one that is the next
 * repetition of a kept one, or has the same levels, is joined to it. A kept one that cannot be extended may be a
 * repetition itself: it is once compared with the others, so that levels grow from inside to any depth. If there are
 * too many, the oldest is removed.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_rsd.h"

enum { TRACE_FOLD_KEPT = 8 };

typedef struct {
  trace_rsd *kept; /* the one that was joined or added last is first */
  unsigned n;
} trace_fold;

/* Adds a descriptor and takes its ownership. Returns a removed one, now owned by the caller, or NULL. */
trace_rsd *trace_fold_add(trace_fold *fold, trace_memory *memory, trace_rsd *rsd);

/* Removes a descriptor; NULL: there is none left. */
trace_rsd *trace_fold_take(trace_fold *fold, trace_memory *memory);
