/* spy_trace_producers.h: records the producers of addresses (bins/bin_dependence.h) as events of a trace, so that a
 * replay has the same stalls as the run.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_dependence.h"

/* Callback (bin_producer_change): adds events, after the current reference, if there is a trace. */
void spy_trace_producers_change(void *closure, uint64_t code, const bin_producer *producers, unsigned n);

/* Adds events for all producers so far. */
void spy_trace_producers_snapshot(void);

/* Removes all sources. Call it when the trace to which they belong has ended. */
void spy_trace_producers_forget(void);
