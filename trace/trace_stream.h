/* trace_stream.h: a stream: a PRSD whose outermost level is still open.
 *
 * A stream expects one event, with a certain sequence id and address. As long as the expected events come, the stream
 * only counts. If another event comes, the pattern has ended, or is larger than assumed. The paper composes PRSDs
 * afterwards. A stream, in contrast, adds a level as soon as its pattern begins again, and then expects the events of
 * the repetition. So streams soon expect every event of a nest of loops.
 * - A complete pattern that begins again elsewhere becomes the inner levels of a larger pattern. The difference between
 *   the two starts gives the strides of the new level.
 * - A pattern can continue where its next repetition was expected, because it was taken for complete too early. In this
 *   case, the earlier repetitions are closed, and the pattern continues.
 * - If a repetition ends early, the earlier repetitions are closed, and the events of the incomplete repetition become
 *   the stream.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_odometer.h"
#include "trace/trace_rsd.h"

typedef struct trace_stream {
  trace_odometer odometer;    /* position of the expected event */
  struct trace_stream *after; /* predicts the stream that will get the source's next event: it is the stream that got
                                 the event after this stream's latest event */
  struct trace_stream *next;  /* next stream of the source */
} trace_stream;

/* Receives a closed descriptor and takes ownership of it. */
typedef void trace_stream_close(void *closure, trace_rsd *rsd);

/* Makes a stream of three events at equal distances. The arguments give the first event, and the strides to the
 * next. */
trace_stream *trace_stream_new(trace_memory *memory, uint32_t source, uint64_t address, uint64_t sequence,
                               uint64_t stride, uint64_t sequence_stride);
void trace_stream_free(trace_memory *memory, trace_stream *stream);

/* Adapts the stream to an event that came instead of the expected one, later or at the same time. Returns whether the
 * stream now contains the event. Returns false if the stream has fewer than three events, or if it would need more than
 * the maximum number of levels. */
bool trace_stream_adapt(trace_stream *stream, trace_memory *memory, uint64_t address, uint64_t sequence,
                        trace_stream_close *close, void *closure);

/* Closes all events of the stream as descriptors. The caller must then free the stream. */
void trace_stream_end(trace_stream *stream, trace_memory *memory, trace_stream_close *close, void *closure);
