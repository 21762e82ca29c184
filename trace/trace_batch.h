/* trace_batch.h: events that a trace reader returns: a sequence of events that repeats, each with a stride.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdint.h>

enum { TRACE_BATCH = 256 };

/* An event of a processor. */
typedef struct {
  uint64_t value;
  uint32_t source, processor;
} trace_event;

typedef struct {
  uint64_t value;  /* value in the first repetition */
  uint64_t stride; /* increase of the item's value from one repetition to the next */
  uint32_t source;
} trace_item;

/* Events of one processor. Each repetition r = 0 .. repeats - 1 has the events i = 0 .. n - 1, with the source
 * items[i].source and the value items[i].value + r * items[i].stride. */
typedef struct {
  const trace_item *items;
  uint32_t n; /* number of items, at most TRACE_BATCH */
  uint32_t processor;
  uint64_t repeats;
  uint64_t sequence; /* sequence id of the batch's first event in the lane of its processor */
  uint64_t event;    /* number of the batch's first event among the events of all processors */
} trace_batch;

/* The values of an item that has no constant stride. The item is a reference. Its value in repetition r is
 * values[r]. */
typedef struct {
  const uint64_t *values;
  uint32_t item; /* index of the item */
} trace_column;
