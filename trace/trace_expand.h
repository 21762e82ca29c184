/* trace_expand.h: returns the events of a trace in their order.
 *
 * The descriptors and irregular accesses of a lane are merged by sequence id. The merge of a loop is the same in each
 * iteration. So it is done once, and the events are returned in batches (trace_batch.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_batch.h"
#include "trace/trace_read.h"

typedef struct trace_expander trace_expander;

/* Starts at the first event of a part of the file, and continues through the following parts. The reader must outlive
 * it. */
trace_expander *trace_expander_new(const trace_reader *reader, uint32_t part);
void trace_expander_free(trace_expander *expander);

/* Returns the next batch, which is valid until the next call. Returns false if there is none: error->message is then
 * set unless the trace has ended. */
bool trace_expander_next(trace_expander *expander, trace_batch *batch, trace_error *error);

/* Returns the next events one by one, until a batch with repetitions follows. Sets *n to their number, at most `room`,
 * which must be at least TRACE_BATCH. If a batch with repetitions follows, also returns that batch, with batch->repeats
 * > 1. Returns false if these are the last events: error->message is then set unless the trace has ended. */
bool trace_expander_events(trace_expander *expander, trace_event *events, uint32_t room, uint32_t *n,
                           trace_batch *batch, trace_error *error);
