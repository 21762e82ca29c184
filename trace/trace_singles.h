/* trace_singles.h: single events (descriptors without levels) of a lane, in the order of their sequence ids.
 *
 * Irregular programs have many single events, for which a list is much cheaper than a heap of descriptors.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdint.h>

typedef struct {
  uint64_t sequence, value;
  uint32_t source;
} trace_single;

/* A list of single events. If all fields are zero, the list is empty. */
typedef struct {
  trace_single *singles;
  uint32_t n, room;
  uint32_t next; /* index of the next event */
} trace_singles;

void trace_singles_free(trace_singles *list);
void trace_singles_add(trace_singles *list, trace_single single);

/* Sorts the list. Call it once, after adding all events. */
void trace_singles_sort(trace_singles *list);

/* Returns the sequence id of the next event, or UINT64_MAX if no event is left. */
static inline uint64_t trace_singles_first(const trace_singles *list) {
  return list->next < list->n ? list->singles[list->next].sequence : UINT64_MAX;
}
