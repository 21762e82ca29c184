/* trace_stream.h: a stream that is being extended: a PRSD whose outermost level is still open.
 *
 * A stream expects one event: its sequence id and address. As long as that comes, the stream is counted on. When it
 * does not, the pattern has ended or is a larger one than was known: the paper composes its RSDs into PRSDs afterwards;
 * here a stream grows a level as soon as its pattern begins again, and then expects the events of the repetition, so
 * that in a nest of loops every event is expected at once.
 *
 *   - A complete pattern that begins again elsewhere becomes the inner levels of a new one; the two beginnings are the
 * new level's strides.
 *   - A pattern that goes on where a repetition of it was expected was taken for complete too early: the repetitions
 *     before are closed, and it goes on.
 *   - A repetition that ends early: those before are closed, and what there is of it is the stream.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_STREAM_H
#define TRACE_TRACE_STREAM_H

#include "trace/trace_odometer.h"
#include "trace/trace_rsd.h"

typedef struct trace_stream {
  trace_odometer odometer;    /* at the event that is expected */
  struct trace_stream *after; /* the stream that an event of the source belonged to, the last time after one of this */
  struct trace_stream *next;  /* of the source */
} trace_stream;

/* Takes a descriptor that was closed; it is the taker's. */
typedef void trace_stream_close(void *closure, trace_rsd *rsd);

/* A stream of three events at equal distances, of which these are the first and the second. */
trace_stream *trace_stream_new(trace_memory *memory, uint32_t source, uint64_t address, uint64_t sequence,
                               uint64_t stride, uint64_t sequence_stride);
void trace_stream_free(trace_memory *memory, trace_stream *stream);

/* An event came instead of the one that was expected, and later or at the same time. Returns whether the stream takes
 * it; if not, the stream has fewer than three events or as many levels as there can be. */
bool trace_stream_adapt(trace_stream *stream, trace_memory *memory, uint64_t address, uint64_t sequence,
                        trace_stream_close *close, void *closure);

/* Closes all that the stream has seen; it is to be freed then. */
void trace_stream_end(trace_stream *stream, trace_memory *memory, trace_stream_close *close, void *closure);

#endif
