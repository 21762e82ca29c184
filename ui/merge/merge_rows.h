/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_rows.h: merges records: equal records of parts become one record of the whole, with the sum of their
 * counts. */
#pragma once

#include "ui/merge/merge_index.h"
#include "ui/profile/profile.h"

typedef struct {
  Profile *whole;                 /* under construction, not sealed */
  MergeIndex *index[BIN_RECORDS]; /* by kind: keys of the whole's records; key and record have equal numbers */
  const Profile *part;            /* the current part */
  uint32_t *map[BIN_RECORDS];     /* by kind: numbers of the part's records -> numbers of the whole's */
  bool overflow;                  /* a sum does not fit in 64 bits: the whole is unusable */
} MergeRows;

void merge_rows_init(MergeRows *rows);
void merge_rows_clear(MergeRows *rows);

/* Begins a part, which must live until the next call; discards the maps of the last one. */
void merge_rows_begin(MergeRows *rows, const Profile *part);

/* Adds all records of a kind of the part, and fills their map. Two records are equal if all their columns other than
 * counts are equal. Columns that refer to other records are translated first, so the caller adds kinds in their order.
 * Other files of ui/merge add some kinds, for which this function must not be called. */
void merge_rows_add(MergeRows *rows, bin_record record);

/* Returns the number in the whole of an added record of the part. */
static inline uint32_t merge_rows_number(const MergeRows *rows, bin_record record, uint32_t number) {
  return rows->map[record][number];
}

/* Allocates the map of a kind with n records: the caller fills rows->map[record][0..n). */
void merge_rows_map(MergeRows *rows, bin_record record, uint32_t n);

/* Returns the whole's copy of a text; equal texts share one copy. */
const char *merge_rows_text(MergeRows *rows, const char *text);

/* Adds to a sum; sets rows->overflow if it does not fit. */
void merge_rows_sum(MergeRows *rows, uint64_t *sum, uint64_t more);

/* Compares two rows by the n uint32_t with which they begin, for g_array_sort_with_data(); n as a pointer. */
gint merge_rows_compare(gconstpointer a, gconstpointer b, gpointer n);

/* Sorts the whole's records of a kind by the n numbers with which they begin. No record of the kind can be added
 * afterwards. */
void merge_rows_sort(MergeRows *rows, bin_record record, unsigned n);
