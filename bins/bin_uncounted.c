/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_uncounted.c: see bin_uncounted.h. */
#include "bins/bin_uncounted.h"

coh_counts *bin_uncounted_look(const bin_account *account, unsigned processor, uint32_t place) {
  const bool is_uncounted = bin_table_get_place(account->table, place)->stage == BIN_STAGE_UNCOUNTED;
  return is_uncounted ? &account->uncounted[processor].counts : NULL;
}

__attribute__((noinline)) void bin_uncounted_outcome(const bin_account *account, const coh_processor *p,
                                                     const bin_cell *cell, coh_kind kind, const coh_outcome *outcome) {
  coh_counts *const counts = bin_uncounted_look(account, coh_number(p), cell->place);
  if (counts) coh_count_outcome(counts, kind, outcome);
}
