/* bin_order.h: the order of the records of a table in a profile.
 *
 * The table numbers records in the order in which they are made. A run that writes a trace makes some records earlier
 * than a run without a trace. So a profile orders the records by content, and both runs get the same numbers. Objects
 * are ordered by path, segments by object, file and line, places by segment, line and address, calls by object and
 * address, bins by kind, name, variable and call path, bin 0 first. Equal records stay in the order of the table.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_format.h"
#include "bins/bin_table.h"

typedef struct {
  const bin_table *table;
  /* numbers[kind][i] is the number that record i of the table has in the profile. Sort the kinds in the order objects,
   * files, segments, places, calls: before a kind is sorted, the arrays of the kinds to which its records refer must be
   * set. */
  uint32_t *const *numbers;
} bin_order;

/* Sorts n numbers of records of a kind. The kind is one from BIN_RECORD_OBJECT to BIN_RECORD_BIN. */
void bin_order_sort(const bin_order *order, bin_record record, uint32_t *records, uint32_t n);
