/* bin_kept.h: selects the records of a table that a profile contains, and numbers them.
 *
 * The table of a run also has functions without references. With a trace, it has all variables. A profile contains only
 * the records with counts of references, instructions or blocks, and the records to which these records refer, in the
 * order of bin_order.h.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"
#include "bins/bin_format.h"
#include "bins/bin_sweep.h"

#define BIN_NOT_KEPT 0xffffffffu

typedef struct {
  /* numbers[kind] maps a record's number in the table to its number in the profile, or to BIN_NOT_KEPT. It is set for
   * the kinds from BIN_RECORD_OBJECT to BIN_RECORD_BIN, except for kinds whose records all keep their numbers;
   * otherwise, it is NULL. */
  uint32_t *numbers[BIN_RECORDS];
  uint32_t *records[BIN_RECORDS]; /* records[kind] maps a record's number in the profile to its number in the table */
  uint32_t n[BIN_RECORDS];        /* lengths of the arrays `records` */
} bin_kept;

/* Selects the records of an account, and those of the cells of a sweep that have references. The sites of the account
 * must be flushed. `cells` is NULL if there is no sweep. `by` has the keys of these cells, as BIN_BY_ bits. Bin 0 is
 * always kept. Free with bin_kept_clear(). */
bin_kept bin_kept_find(bin_account *account, const bin_sweep_cells *cells, unsigned by);
void bin_kept_clear(bin_kept *kept);

/* Returns the number that a record of the table has in the profile. */
static inline uint32_t bin_kept_number(const bin_kept *kept, bin_record record, uint32_t number) {
  return kept->numbers[record] ? kept->numbers[record][number] : number;
}

/* The first function returns how many records of a kind the profile contains; `all` is how many the table contains. The
 * second converts the index of a record in the profile to its index in the table. */
static inline uint32_t bin_kept_count(const bin_kept *kept, bin_record record, uint32_t all) {
  return kept->numbers[record] ? kept->n[record] : all;
}
static inline uint32_t bin_kept_record(const bin_kept *kept, bin_record record, uint32_t number) {
  return kept->numbers[record] ? kept->records[record][number] : number;
}
