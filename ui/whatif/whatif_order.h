/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_order.h: reorders the events of a trace, without changing the behaviour of the program.
 *
 * The events of each processor keep their order. Conflicting accesses also keep their order (whatif_conflicts.h).
 * Therefore, each load reads the same value as before: the two orders are equivalent Mazurkiewicz traces. There are
 * further constraints:
 *   - Allocations and releases keep their order, and their order relative to accesses to their memory.
 *   - If a processor was idle or gets another thread, it continues only after all events that precede this in the
 *     trace.
 *   - All other events about memory and collection keep their order relative to all other events. */
#pragma once

#include "trace/trace_batch.h"
#include "trace/trace_format.h"

/* The parameters of a random order. Each processor proceeds through the trace with a speed between 1 / drift and drift.
 * The speed changes after each slice, whose length is random. Events are ordered by the time at which their processor
 * reaches them. */
typedef struct {
  uint32_t window; /* number of consecutive events that are reordered together */
  double drift;    /* maximum speed of a processor; 1: the order does not change */
  uint32_t seed;
} WhatifDraw;

enum { WHATIF_WINDOW = 1 << 16 };
#define WHATIF_DRIFT 2.0

typedef struct WhatifOrder WhatifOrder;

/* The type of a function that receives events in their new order. It returns NULL, or a phrase that describes why the
 * events are not valid. */
typedef const char *WhatifSink(void *closure, const trace_batch *batch);

/* Returns a new object that reorders events of `sources`, which must outlive it. The caller frees it with
 * whatif_order_free(). */
WhatifOrder *whatif_order_new(const trace_source *sources, const WhatifDraw *draw);
void whatif_order_free(WhatifOrder *order);

/* Adds the next events. Passes some events to the sink, in batches of one processor each. Returns NULL, or the phrase
 * of the sink. After a phrase, the caller must stop. */
const char *whatif_order_batch(WhatifOrder *order, const trace_batch *batch, WhatifSink *sink, void *closure);

/* Passes all remaining events to the sink. Returns NULL, or the phrase of the sink. */
const char *whatif_order_end(WhatifOrder *order, WhatifSink *sink, void *closure);
