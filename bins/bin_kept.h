/* bin_kept.h: what of a table a profile holds, and under which numbers.
 *
 * The table of a run has all that anybody asked for: functions that were translated, with a trace all variables there
 * are. A profile holds what something was counted of, references, instructions or blocks, and what the records of that
 * refer to. The order is that of bin_order.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_KEPT_H
#define BINS_BIN_KEPT_H

#include "bins/bin_account.h"
#include "bins/bin_format.h"
#include "bins/bin_sweep.h"

#define BIN_NOT_KEPT 0xffffffffu

typedef struct {
  /* By kind of record, from BIN_RECORD_OBJECT to BIN_RECORD_BIN, then by number in the table: the number in the
   * profile, or BIN_NOT_KEPT. NULL, as of other kinds: all are kept as they are. */
  uint32_t *numbers[BIN_RECORDS];
  uint32_t *records[BIN_RECORDS]; /* the other way round: by number in the profile, the number in the table */
  uint32_t n[BIN_RECORDS];        /* of those */
} bin_kept;

/* Finds out what to keep of an account, all of whose sites are flushed, and of a sweep's cells besides: those that have
 * references. cells: NULL for none; by: what they are told apart by. Bin 0 is kept always. Free with bin_kept_clear().
 */
bin_kept bin_kept_find(bin_account *account, const bin_sweep_cells *cells, unsigned by);
void bin_kept_clear(bin_kept *kept);

/* The number in the profile of a record in the table. */
static inline uint32_t bin_kept_number(const bin_kept *kept, bin_record record, uint32_t number) {
  return kept->numbers[record] ? kept->numbers[record][number] : number;
}

/* How many records the profile has, of `all` in the table; and the number in the table of one of them. */
static inline uint32_t bin_kept_count(const bin_kept *kept, bin_record record, uint32_t all) {
  return kept->numbers[record] ? kept->n[record] : all;
}
static inline uint32_t bin_kept_record(const bin_kept *kept, bin_record record, uint32_t number) {
  return kept->numbers[record] ? kept->records[record][number] : number;
}

#endif
