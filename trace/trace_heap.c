/* trace_heap.c: see trace_heap.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_heap.h"

#include "plat/plat.h"

void trace_heap_free(trace_heap *heap) {
  plat_free(heap->entries);
  *heap = (trace_heap){0};
}

static void put(trace_heap *heap, uint32_t position, trace_heap_entry entry) {
  heap->entries[position] = entry;
  entry.cursor->position = position;
}

static void sift_up(trace_heap *heap, uint32_t position, trace_heap_entry entry) {
  while (position != 0) {
    const uint32_t parent = (position - 1) / 2;
    if (heap->entries[parent].key <= entry.key) break;
    put(heap, position, heap->entries[parent]);
    position = parent;
  }
  put(heap, position, entry);
}

static void sift_down(trace_heap *heap, uint32_t position, trace_heap_entry entry) {
  for (;;) {
    uint32_t child = position * 2 + 1;
    if (child >= heap->n) break;
    if (child + 1 < heap->n && heap->entries[child + 1].key < heap->entries[child].key) child++;
    if (heap->entries[child].key >= entry.key) break;
    put(heap, position, heap->entries[child]);
    position = child;
  }
  put(heap, position, entry);
}

void trace_heap_push(trace_heap *heap, trace_cursor *cursor) {
  if (heap->n == heap->room) {
    const uint32_t room = heap->room != 0 ? heap->room * 2 : 16;
    trace_heap_entry *entries = plat_alloc(room * sizeof *entries);
    if (heap->n != 0) __builtin_memcpy(entries, heap->entries, heap->n * sizeof *entries);
    plat_free(heap->entries);
    heap->entries = entries;
    heap->room = room;
  }
  sift_up(heap, heap->n++, (trace_heap_entry){cursor->odometer.sequence, cursor});
}

void trace_heap_later(trace_heap *heap, trace_cursor *cursor) {
  sift_down(heap, cursor->position, (trace_heap_entry){cursor->odometer.sequence, cursor});
}

void trace_heap_remove(trace_heap *heap, trace_cursor *cursor) {
  const uint32_t position = cursor->position;
  const trace_heap_entry last = heap->entries[--heap->n];
  if (position == heap->n) return;
  if (position != 0 && heap->entries[(position - 1) / 2].key > last.key)
    sift_up(heap, position, last);
  else
    sift_down(heap, position, last);
}

uint32_t trace_heap_due(const trace_heap *heap, uint64_t end, uint32_t *positions, uint32_t most) {
  uint32_t n = 0;
  if (trace_heap_first(heap) < end && most != 0) positions[n++] = 0;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t child = positions[i] * 2 + 1; child <= positions[i] * 2 + 2 && child < heap->n && n < most; child++)
      if (heap->entries[child].key < end) positions[n++] = child;
  return n;
}

void trace_heap_settle(trace_heap *heap, const uint32_t *positions, uint32_t n) {
  while (n-- != 0) { /* all positions below this one are in order at this time */
    trace_cursor *cursor = heap->entries[positions[n]].cursor;
    sift_down(heap, positions[n], (trace_heap_entry){cursor->odometer.sequence, cursor});
  }
}
