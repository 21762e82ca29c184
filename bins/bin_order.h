/* bin_order.h: the order of the records of a table in a profile.
 *
 * The table numbers records as they are made, and a run that writes a trace makes some earlier than a run that does
 * not. A profile orders them by content, so that both have the same numbers: objects by path, segments by object, file
 * and line, places by segment, line and address, calls by object and address, bins by kind, name, variable and call
 * path, bin 0 first. Equal records stay in the order of the table.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_format.h"
#include "bins/bin_table.h"

typedef struct {
  const bin_table *table;
  /* By kind of record, then by number in the table: the number in the profile. The kinds to which the sorted records
   * refer (objects, files, segments, places, calls, in this order) must be set. */
  uint32_t *const *numbers;
} bin_order;

/* Sorts n numbers of records of a kind, from BIN_RECORD_OBJECT to BIN_RECORD_BIN. */
void bin_order_sort(const bin_order *order, bin_record record, uint32_t *records, uint32_t n);
