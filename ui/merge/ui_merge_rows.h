/* ui_merge_rows.h: records of parts that are records of one whole: what is the same becomes one, its counts summed up.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_MERGE_ROWS_H
#define UI_MERGE_ROWS_H

#include "ui/merge/ui_merge_index.h"
#include "ui/model/ui_profile.h"

typedef struct {
  UiProfile *whole;                 /* being filled: not sealed */
  UiMergeIndex *index[BIN_RECORDS]; /* of its records, by kind; the number of a key is that of its record */
  const UiProfile *part;            /* that is being added */
  uint32_t *map[BIN_RECORDS];       /* by kind and number of the part's record: the number of the whole's */
  bool overflow;                    /* a sum does not fit in 64 bits: the whole is of no use */
} UiMergeRows;

void ui_merge_rows_init(UiMergeRows *rows);
void ui_merge_rows_clear(UiMergeRows *rows);

/* Begins with a part, which must outlive its end: forgets what the records of the one before are. */
void ui_merge_rows_begin(UiMergeRows *rows, const UiProfile *part);

/* Adds all records of a kind of the part, and notes which of the whole's they are. Two are the same if they are alike
 * in all columns but counts, once the numbers of other records are those of the whole; so kinds are added in their
 * order. Not for kinds that the other files of this room add. */
void ui_merge_rows_add(UiMergeRows *rows, bin_record record);

/* The number in the whole of a record of the part, which was added. */
static inline uint32_t ui_merge_rows_number(const UiMergeRows *rows, bin_record record, uint32_t number) {
  return rows->map[record][number];
}

/* Notes that all n records of a kind of the part will get numbers: rows->map[record] has that many elements. */
void ui_merge_rows_map(UiMergeRows *rows, bin_record record, uint32_t n);

/* A copy of a text of a part, which belongs to the whole; the same for the same text. */
const char *ui_merge_rows_text(UiMergeRows *rows, const char *text);

/* Adds to a sum, and notes where that does not fit. */
void ui_merge_rows_sum(UiMergeRows *rows, uint64_t *sum, uint64_t more);

/* Puts the whole's records of a kind in the order of the numbers that they begin with, n of them. Nothing may be added
 * to that kind any more. */
void ui_merge_rows_sort(UiMergeRows *rows, bin_record record, unsigned n);

#endif
