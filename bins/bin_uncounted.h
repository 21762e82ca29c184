/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_uncounted.h: the uncounted references of an account (bin_account_tell_uncounted()).
 *
 * The cells and the machine's counts contain counted and uncounted references. Each cell is either counted or
 * uncounted. The counts of a processor contain both parts, because the machine and the schedule read the total. So the
 * account also keeps the uncounted part of these counts. The counts of a reference can change after the thread has left
 * or entered uncounted code: by a late stall, a useless prefetch, or a miss that becomes true sharing. The changes are
 * counted or uncounted as the cell of the reference is. */
#pragma once

#include "bins/bin_account_state.h"

/* For bin_uncounted_counts(): returns the counts, or NULL if the place is counted. */
coh_counts *bin_uncounted_look(const bin_account *account, unsigned processor, uint32_t place);

/* If a place is uncounted, returns the counts of a processor's uncounted references. Otherwise, returns NULL. */
static inline coh_counts *bin_uncounted_counts(const bin_account *account, unsigned processor, uint32_t place) {
  return PLAT_LIKELY(account->uncounted == NULL) ? NULL : bin_uncounted_look(account, processor, place);
}

/* As bin_uncounted_counts(), for the place of the cell with the given number. */
static inline coh_counts *bin_uncounted_of_cell(const bin_account *account, unsigned processor, uint32_t cell) {
  return PLAT_LIKELY(account->uncounted == NULL)
             ? NULL
             : bin_uncounted_look(account, processor, bin_cells_get(&account->cells, cell)->place);
}

/* Returns whether a place is uncounted. */
static inline bool bin_is_uncounted(const bin_account *account, uint32_t place) {
  return bin_uncounted_counts(account, 0, place) != NULL;
}

/* If the place of a cell is uncounted, adds the outcome of a reference to the uncounted counts of a processor. The
 * account must have uncounted references. */
void bin_uncounted_outcome(const bin_account *account, const coh_processor *p, const bin_cell *cell, coh_kind kind,
                           const coh_outcome *outcome);
