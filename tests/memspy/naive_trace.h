/* naive_trace.h: what a trace tells, as plain lists: of what was executed, kept while it is executed, and of what a
 * file says, by docs/trace-format.md. The two must be the same.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/memspy/naive_lanes.h"

typedef enum { ITEM_REFERENCE, ITEM_CALL, ITEM_RETURN, ITEM_IDLE, ITEM_ZERO, ITEM_TOTALS, ITEMS } naive_item_kind;

/* All fields of an item that have no meaning for its kind are 0. */
typedef struct {
  naive_item_kind what;
  unsigned processor, thread;
  unsigned kind, size, flags; /* of a reference */
  unsigned place, segment;
  uint64_t code, value;     /* value: an address; cycles */
  uint64_t counted, passed; /* instructions of the processor up to here, collected or not; of a call: 0 */
} naive_item;

typedef struct {
  naive_item *items;
  unsigned n, room;
  uint64_t counted[NAIVE_PROCESSORS], passed[NAIVE_PROCESSORS];
} naive_items;

/* An item; of a reference and of totals the instructions come by themselves. */
void naive_items_add(naive_items *list, const naive_item *item);

/* How far all processors have got. */
void naive_items_total(naive_items *list, unsigned processors);

/* Reads the events of a trace file of n bytes. Returns NULL, or what is wrong with it. sources: how many it has. */
const char *naive_items_read(naive_items *list, const uint8_t *file, uint64_t n, unsigned processors,
                             unsigned *sources);

/* The number of the first item that is not the same in both; the number of items, if all are. */
unsigned naive_items_differ(const naive_items *a, const naive_items *b);

/* An item as text. */
void naive_item_print(const naive_items *list, unsigned number, char *text, size_t size);
