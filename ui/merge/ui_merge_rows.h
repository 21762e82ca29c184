/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_merge_rows.h: merges records: equal records of parts become one record of the whole, with the sum of their
 * counts. */
#pragma once

#include "ui/merge/ui_merge_index.h"
#include "ui/model/ui_profile.h"

typedef struct {
  UiProfile *whole;                 /* under construction, not sealed */
  UiMergeIndex *index[BIN_RECORDS]; /* by kind: keys of the whole's records; key and record have equal numbers */
  const UiProfile *part;            /* the current part */
  uint32_t *map[BIN_RECORDS];       /* by kind: numbers of the part's records -> numbers of the whole's */
  bool overflow;                    /* a sum does not fit in 64 bits: the whole is unusable */
} UiMergeRows;

void ui_merge_rows_init(UiMergeRows *rows);
void ui_merge_rows_clear(UiMergeRows *rows);

/* Begins a part, which must live until the next call; discards the maps of the last one. */
void ui_merge_rows_begin(UiMergeRows *rows, const UiProfile *part);

/* Adds all records of a kind of the part, and fills their map. Two records are equal if all their columns other than
 * counts are equal. Columns that refer to other records are translated first, so the caller adds kinds in their order.
 * Other files of ui/merge add some kinds, for which this function must not be called. */
void ui_merge_rows_add(UiMergeRows *rows, bin_record record);

/* Returns the number in the whole of an added record of the part. */
static inline uint32_t ui_merge_rows_number(const UiMergeRows *rows, bin_record record, uint32_t number) {
  return rows->map[record][number];
}

/* Allocates the map of a kind with n records: the caller fills rows->map[record][0..n). */
void ui_merge_rows_map(UiMergeRows *rows, bin_record record, uint32_t n);

/* Returns the whole's copy of a text; equal texts share one copy. */
const char *ui_merge_rows_text(UiMergeRows *rows, const char *text);

/* Adds to a sum; sets rows->overflow if it does not fit. */
void ui_merge_rows_sum(UiMergeRows *rows, uint64_t *sum, uint64_t more);

/* Compares two rows by the n uint32_t with which they begin, for g_array_sort_with_data(); n as a pointer. */
gint ui_merge_rows_compare(gconstpointer a, gconstpointer b, gpointer n);

/* Sorts the whole's records of a kind by the n numbers with which they begin. No record of the kind can be added
 * afterwards. */
void ui_merge_rows_sort(UiMergeRows *rows, bin_record record, unsigned n);
