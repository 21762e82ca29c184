/* trace_expand.h: returns the events of a trace in their order.
 *
 * The descriptors and irregular accesses of a lane are merged by sequence id. The merge of a loop is the same in each
 * iteration of the loop. So it is done once, and the loop's events are returned in batches (trace_batch.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_batch.h"
#include "trace/trace_read.h"

typedef struct trace_expander trace_expander;

/* Starts at the first event of a part of the file, and continues through the following parts. The reader must outlive
 * the returned object. */
trace_expander *trace_expander_new(const trace_reader *reader, uint32_t part);
void trace_expander_free(trace_expander *expander);

/* Returns the next batch, which is valid until the next call. Returns false if no batch follows. In that case,
 * error->message is set unless the trace has ended. */
bool trace_expander_next(trace_expander *expander, trace_batch *batch, trace_error *error);

/* Returns the next single events, up to the next batch with repetitions. Sets *n to the number of single events, at
 * most `room`. `room` must be at least TRACE_BATCH. If a batch with repetitions follows, also returns that batch, with
 * batch->repeats > 1. Returns false if no events follow these. In that case, error->message is set unless the trace has
 * ended. */
bool trace_expander_events(trace_expander *expander, trace_event *events, uint32_t room, uint32_t *n,
                           trace_batch *batch, trace_error *error);
