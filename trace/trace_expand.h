/* trace_expand.h: gives the events of a trace back, in their order.
 *
 * The descriptors and irregular accesses of a lane are merged by sequence id. In a loop the merging comes out the same
 * each time, so it is done once: events are handed out in batches (trace_batch.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_EXPAND_H
#define TRACE_TRACE_EXPAND_H

#include "trace/trace_batch.h"
#include "trace/trace_read.h"

typedef struct trace_expander trace_expander;

/* Starts at the first event of a part of the file; goes on through those that follow. The reader must outlive it. */
trace_expander *trace_expander_new(const trace_reader *reader, uint32_t part);
void trace_expander_free(trace_expander *expander);

/* The next batch, valid until the next call. False: there is none; error->message says why when that is not because the
 * trace ends. */
bool trace_expander_next(trace_expander *expander, trace_batch *batch, trace_error *error);

/* The next events one by one, as far as there is room for them and they come again in no batch. Sets *n to how many
 * there are, at most `room`, which is at least TRACE_BATCH; where a batch that repeats comes behind them, it is taken,
 * and batch->repeats is more than 1. False: these are the last ones; error->message says why when that is not because
 * the trace ends. */
bool trace_expander_events(trace_expander *expander, trace_event *events, uint32_t room, uint32_t *n,
                           trace_batch *batch, trace_error *error);

#endif
