/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_owner.h: divides the misses and the stall of each cell among calling contexts (bin_contexts.h).
 *
 * A miss only compares the current context with the *owner* of its cell: the context of the cell's latest misses. If
 * they differ, the counts of the cell so far are added to those of the owner, and subtracted from those of the
 * current context, which becomes the owner. The counts of contexts are complete only after bin_owner_settle(), which
 * adds the counts of each cell to its last owner. On processors with windows, cells have no owners, because stall
 * can belong to the context of an earlier reference. */
#pragma once

#include "bins/bin_account_state.h"

/* For bin_owner_check(): makes the current context of a processor the owner of a cell. */
void bin_owner_change(bin_account *account, uint32_t context, const bin_cell *cell);

/* Makes the current context of a processor the owner of a cell whose misses or stall change next. */
__attribute__((always_inline)) static inline void bin_owner_check(bin_account *account, const coh_processor *p,
                                                                  const bin_cell *cell) {
  if (PLAT_UNLIKELY(account->current == NULL)) return;
  const uint32_t context = account->current[coh_number(p)];
  if (PLAT_UNLIKELY(account->cells.owners[cell->number].context != context)) bin_owner_change(account, context, cell);
}

/* Adds the counts of all cells to those of their owners. Afterwards, no cell has an owner. */
void bin_owner_settle(bin_account *account);
