/* trace_expand.h: gives the events of a trace back, in their order.
 *
 * The descriptors and irregular accesses of a lane are merged by sequence id. In a loop the merging comes out the same
 * each time, so it is done once: events are handed out in batches, a batch being a sequence of events that repeats, each
 * event at a stride of its own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_EXPAND_H
#define TRACE_TRACE_EXPAND_H

#include "trace/trace_read.h"

enum { TRACE_BATCH = 256 };

typedef struct {
  uint64_t value;  /* in the first repetition */
  uint64_t stride; /* from one repetition to the next */
  uint32_t source;
} trace_item;

/* Events of one processor: for r = 0 .. repeats - 1, for i = 0 .. n - 1: source items[i].source, value items[i].value +
 * r * items[i].stride. */
typedef struct {
  const trace_item *items;
  uint32_t n; /* at most TRACE_BATCH */
  uint32_t processor;
  uint64_t repeats;
  uint64_t sequence; /* of its first event, in the lane of the processor */
  uint64_t event;    /* of its first event, among all */
} trace_batch;

typedef struct trace_expander trace_expander;

/* Starts at the first event of a part of the file; goes on through those that follow. The reader must outlive it. */
trace_expander *trace_expander_new(const trace_reader *reader, uint32_t part);
void trace_expander_free(trace_expander *expander);

/* The next batch, valid until the next call. False: there is none; error->message says why when that is not because the
 * trace ends. */
bool trace_expander_next(trace_expander *expander, trace_batch *batch, trace_error *error);

#endif
