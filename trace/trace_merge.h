/* trace_merge.h: the events of one lane within one part, merged from its descriptors and irregular accesses.
 *
 * Descriptors wait until their first event's turn comes, and are active until their last. When the next T events come
 * from active descriptors alone, and each of these is in a run of its innermost level with a stride of sequence ids by
 * which T can be divided, then the same comes again T ids later, until one of the runs ends: these T events are one
 * batch with repetitions. T is the stride of the first event's descriptor.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_MERGE_H
#define TRACE_TRACE_MERGE_H

#include "trace/trace_batch.h"
#include "trace/trace_heap.h"
#include "trace/trace_iad.h"
#include "trace/trace_read.h"
#include "trace/trace_singles.h"

/* A block of irregular accesses that is being read. */
typedef struct {
  trace_iad_reader reader;
  trace_iad_context *contexts; /* of all sources */
  trace_singles ahead;         /* the next accesses; none: it was the last one */
  uint32_t epoch;
  uint32_t block; /* the next one to open */
  uint8_t *content;
} trace_merge_iads;

typedef struct {
  const trace_reader *reader;
  uint32_t lane;
  uint32_t n_sources;
  uint64_t next, end; /* sequence ids: of the next event, and where the part ends */
  uint32_t last_block;
  trace_memory memory;   /* of the cursors */
  trace_singles waiting; /* descriptors whose first event is to come; `value`: where the cursor is */
  trace_heap active;
  trace_singles singles;
  trace_merge_iads iads;
  trace_error error;
  /* The present batch, of which `given` events of its first repetition were given away. */
  trace_item items[TRACE_BATCH];
  trace_cursor *owners[TRACE_BATCH];
  uint32_t n, given;
  uint64_t repeats;
  uint64_t pending; /* repetitions that were given away, while the items are still those of before */
} trace_merge;

/* Prepares for a part: events `next` to `end` of a lane, whose sources are 0 .. n_sources - 1. False: merge->error. */
bool trace_merge_open(trace_merge *merge, const trace_reader *reader, uint32_t part, uint32_t lane, uint32_t n_sources,
                      uint64_t next, uint64_t end);
void trace_merge_close(trace_merge *merge);

/* Gives at most `most` events, at least one; batch->processor and batch->event are left to the caller. Returns how
 * many; 0: there is none, or merge->error. */
static inline uint64_t trace_merge_next(trace_merge *merge, uint64_t most, trace_batch *batch);

/* ---- inline ---- */

/* The same where trace_merge_next() has no short way. */
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

#endif
