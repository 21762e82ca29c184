/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_rows.h: merges records of profiles. Records of the input profiles with equal keys become one record of the
 * merged profile, with the sum of their counts. */
#pragma once

#include "ui/merge/merge_index.h"
#include "ui/profile/profile.h"

typedef struct {
  Profile *whole;                 /* the merged profile, which is under construction and not sealed */
  MergeIndex *index[BIN_RECORDS]; /* indexed by kind of record: index of the keys of the merged profile's records. A key
                                     and its record have the same number */
  const Profile *part;            /* the input profile that is currently being added */
  uint32_t *map[BIN_RECORDS];     /* map[kind] maps the number of a record in the input profile to its number in the
                                     merged profile */
  bool overflow;                  /* whether a sum does not fit in 64 bits, so that the merged profile is unusable */
} MergeRows;

void merge_rows_init(MergeRows *rows);
void merge_rows_clear(MergeRows *rows);

/* Begins a new input profile, which must exist until the next call. Discards the maps of the previous one. */
void merge_rows_begin(MergeRows *rows, const Profile *part);

/* Adds all records of one kind from the input profile, and fills the map of this kind. Two records are equal if all
 * their columns except counts are equal. References to other records are translated first. Therefore, the caller must
 * add the kinds in their order. Do not call this function for kinds that other files of ui/merge add. */
void merge_rows_add(MergeRows *rows, bin_record record);

/* Returns the number of a record in the merged profile, given its number in the input profile. The record must have
 * been added. */
static inline uint32_t merge_rows_number(const MergeRows *rows, bin_record record, uint32_t number) {
  return rows->map[record][number];
}

/* Allocates the map of a kind with n records in the input profile. The caller must fill rows->map[record][0..n). */
void merge_rows_map(MergeRows *rows, bin_record record, uint32_t n);

/* Returns the merged profile's copy of a text. Equal texts have only one copy. */
const char *merge_rows_text(MergeRows *rows, const char *text);

/* Adds `more` to *sum. Sets rows->overflow if the result does not fit. */
void merge_rows_sum(MergeRows *rows, uint64_t *sum, uint64_t more);

/* Compares two rows by the n numbers (uint32_t) with which they begin, for g_array_sort_with_data(). `n` is passed as a
 * pointer. */
gint merge_rows_compare(gconstpointer a, gconstpointer b, gpointer n);

/* Sorts the merged profile's records of a kind by the n numbers with which they begin. After this call, no record of
 * this kind can be added. */
void merge_rows_sort(MergeRows *rows, bin_record record, unsigned n);
