/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_order.h: reorders the events of a trace without a change of the program's behaviour.
 *
 * Each processor keeps its own order, and conflicting accesses (whatif_conflicts.h) keep theirs. So each load
 * reads the same value: the orders are equivalent in Mazurkiewicz' sense. Further constraints:
 *   - Allocations and releases keep their order, and their order relative to accesses to their memory.
 *   - A processor that was idle, or gets another thread, continues after all events before that in the trace.
 *   - All other events that concern memory and collection keep their place relative to all events. */
#pragma once

#include "trace/trace_batch.h"
#include "trace/trace_format.h"

/* Parameters of random orders. Each processor proceeds through the trace with a speed between 1 / drift and drift,
 * which changes after each slice of random length. Events are ordered by the time at which their processor reaches
 * them. */
typedef struct {
  uint32_t window; /* number of consecutive events that are reordered together */
  double drift;    /* 1: no change of the order */
  uint32_t seed;
} WhatifDraw;

enum { WHATIF_WINDOW = 1 << 16 };
#define WHATIF_DRIFT 2.0

typedef struct WhatifOrder WhatifOrder;

/* Receives events, in their new order. Returns NULL, or a phrase if they are invalid. */
typedef const char *WhatifSink(void *closure, const trace_batch *batch);

/* Makes an order for events of `sources`, which must outlive it. Free the result with whatif_order_free(). */
WhatifOrder *whatif_order_new(const trace_source *sources, const WhatifDraw *draw);
void whatif_order_free(WhatifOrder *order);

/* Adds the next events, and passes some to the sink, in batches of one processor each. Returns NULL, or the phrase of
 * the sink; the caller must stop then. */
const char *whatif_order_batch(WhatifOrder *order, const trace_batch *batch, WhatifSink *sink, void *closure);

/* Passes the remaining events. Returns as whatif_order_batch(). */
const char *whatif_order_end(WhatifOrder *order, WhatifSink *sink, void *closure);
