/* naive_trace.h: the contents of traces as plain lists. One list is recorded during the execution, the other is read
 * from a file by docs/trace-format.md. The two must be equal.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/memspy/naive_lanes.h"

typedef enum { ITEM_REFERENCE, ITEM_CALL, ITEM_RETURN, ITEM_IDLE, ITEM_ZERO, ITEM_TOTALS, ITEMS } naive_item_kind;

/* Fields of an item that its kind does not use are 0. */
typedef struct {
  naive_item_kind what;
  unsigned processor, thread;
  unsigned kind, size, flags; /* of a reference */
  unsigned place, segment;
  uint64_t code, value;     /* value: an address, or cycles */
  uint64_t counted, passed; /* instructions of the processor so far, collected or not; 0 for a call */
} naive_item;

typedef struct {
  naive_item *items;
  unsigned n, room;
  uint64_t counted[NAIVE_PROCESSORS], passed[NAIVE_PROCESSORS];
} naive_items;

/* Adds an item. For references and totals, sets the numbers of instructions itself. */
void naive_items_add(naive_items *list, const naive_item *item);

/* Adds an item with the totals of each processor. */
void naive_items_total(naive_items *list, unsigned processors);

/* Reads the events of a trace file of n bytes. Returns NULL, or an error message. sources: number of its sources. */
const char *naive_items_read(naive_items *list, const uint8_t *file, uint64_t n, unsigned processors,
                             unsigned *sources);

/* Returns the number of the first item that differs, or the number of items if all are equal. */
unsigned naive_items_differ(const naive_items *a, const naive_items *b);

/* Writes an item as text. */
void naive_item_print(const naive_items *list, unsigned number, char *text, size_t size);
