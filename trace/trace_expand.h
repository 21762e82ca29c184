/* trace_expand.h: returns the events of a trace in their order.
 *
 * The descriptors and irregular accesses of a lane are merged by sequence id. In a loop the merge repeats, so it is
 * done once, and events are returned in batches (trace_batch.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_batch.h"
#include "trace/trace_read.h"

typedef struct trace_expander trace_expander;

/* Starts at the first event of a part of the file, and continues through the following parts. The reader must outlive
 * it. */
trace_expander *trace_expander_new(const trace_reader *reader, uint32_t part);
void trace_expander_free(trace_expander *expander);

/* Returns the next batch, valid until the next call. False: there is none; error->message is set unless the trace has
 * ended. */
bool trace_expander_next(trace_expander *expander, trace_batch *batch, trace_error *error);

/* Returns the next events that are not in a repeating batch, one by one. Sets *n to their number, at most `room`, which
 * is at least TRACE_BATCH. If a repeating batch follows, it is returned too, and batch->repeats is more than 1. False:
 * these are the last events; error->message is set unless the trace has ended. */
bool trace_expander_events(trace_expander *expander, trace_event *events, uint32_t room, uint32_t *n,
                           trace_batch *batch, trace_error *error);
