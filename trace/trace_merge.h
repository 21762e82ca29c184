/* trace_merge.h: merges the events of a lane within a part from its descriptors and irregular accesses.
 *
 * A descriptor waits until its first event is the next one of the lane, and is then active until its last event.
 * Suppose that the next T events all come from active descriptors, and that each of these descriptors is in a run of
 * its innermost level whose stride of sequence ids divides T. Then the same events recur T ids later, until one of the
 * runs ends: these T events are a batch with repetitions. T is the stride of the first event's descriptor.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_batch.h"
#include "trace/trace_heap.h"
#include "trace/trace_iad.h"
#include "trace/trace_read.h"
#include "trace/trace_singles.h"

/* The state of a reader of irregular accesses, which reads them block by block. */
typedef struct {
  trace_iad_reader reader;
  trace_iad_context *contexts; /* contexts of all sources */
  trace_singles ahead;         /* the next accesses; empty at the end of the part */
  uint32_t epoch;
  uint32_t block; /* number of the next block to read */
  uint8_t *content;
} trace_merge_iads;

typedef struct {
  const trace_reader *reader;
  uint32_t lane;
  uint32_t n_sources;
  uint64_t next, end; /* sequence ids of the next event, and of the end of the part */
  uint32_t last_block;
  trace_memory memory;   /* memory of the cursors */
  trace_singles waiting; /* descriptors before their first event; the `value` of each is the index of its cursor */
  trace_heap active;
  trace_singles singles;
  trace_merge_iads iads;
  trace_error error;
  /* The current batch. `given`: number of events of its first repetition that were already returned. */
  trace_item items[TRACE_BATCH];
  trace_cursor *owners[TRACE_BATCH];
  uint32_t n, given;
  uint64_t repeats;
  uint64_t pending; /* number of repetitions that were returned since the items were last updated */
} trace_merge;

/* Prepares to read the events of a lane within a part, from sequence number `next` up to but not including `end`.
 * `n_sources`: number of sources; the events refer to sources 0 .. n_sources - 1. On an error, returns false and sets
 * merge->error. */
bool trace_merge_open(trace_merge *merge, const trace_reader *reader, uint32_t part, uint32_t lane, uint32_t n_sources,
                      uint64_t next, uint64_t end);
void trace_merge_close(trace_merge *merge);

/* Stores the next events, at least one and at most `most`, as a batch. The caller sets batch->processor and
 * batch->event. Returns the number of events, or 0 if no event is left or merge->error is set. */
static inline uint64_t trace_merge_next(trace_merge *merge, uint64_t most, trace_batch *batch);

/* ---- inline ---- */

/* The slow path of trace_merge_next(). */
uint64_t trace_merge_go_on(trace_merge *merge, uint64_t most, trace_batch *batch);

static inline uint64_t trace_merge_next(trace_merge *merge, uint64_t most, trace_batch *batch) {
  const uint32_t left = merge->n - merge->given;
  if (left == 0 || merge->repeats != 1) return trace_merge_go_on(merge, most, batch);
  batch->items = merge->items + merge->given;
  batch->sequence = merge->next - left;
  batch->n = left < most ? left : (uint32_t)most;
  batch->repeats = 1;
  merge->given += batch->n;
  return batch->n;
}
