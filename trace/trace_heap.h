/* trace_heap.h: a heap of odometers by the sequence id of their next event, the earliest first.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_odometer.h"

/* An odometer that can be in a heap. */
typedef struct {
  trace_odometer odometer;
  uint32_t position; /* index of the odometer's entry in the heap */
  uint32_t seen;     /* used by the expander */
} trace_cursor;

typedef struct {
  uint64_t key; /* sequence id */
  trace_cursor *cursor;
} trace_heap_entry;

typedef struct {
  trace_heap_entry *entries; /* a binary heap; the indices of its entries begin at 0 */
  uint32_t n, room;
} trace_heap;

void trace_heap_free(trace_heap *heap);

/* Returns the lowest key, or UINT64_MAX if the heap is empty. */
static inline uint64_t trace_heap_first(const trace_heap *heap) {
  return heap->n != 0 ? heap->entries[0].key : UINT64_MAX;
}

void trace_heap_push(trace_heap *heap, trace_cursor *cursor);

/* Restores the order of the heap after the odometer of one of its cursors has advanced. */
void trace_heap_later(trace_heap *heap, trace_cursor *cursor);

void trace_heap_remove(trace_heap *heap, trace_cursor *cursor);

/* Sets positions[] to the heap positions of the keys before `end`, in increasing order. Sets at most `most` positions,
 * and returns how many it set. */
uint32_t trace_heap_due(const trace_heap *heap, uint64_t end, uint32_t *positions, uint32_t most);

/* Restores the order of the heap after the odometers at n positions (in increasing order) have advanced. This is faster
 * than a call of trace_heap_later() for each. */
void trace_heap_settle(trace_heap *heap, const uint32_t *positions, uint32_t n);
