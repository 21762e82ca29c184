/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_owner.c: see bin_owner.h. */
#include "bins/bin_owner.h"

#include "bins/bin_uncounted.h"

/* If the cell is counted, adds its present counts, times `times`, to a context. */
static void add(bin_account *account, const bin_cell *cell, uint32_t note, uint64_t times) {
  if (bin_is_uncounted(account, cell->place)) return;
  const bin_context_cell so_far = {.read_misses = cell->read_misses,
                                   .write_misses = cell->write_misses,
                                   .memory = bin_cells_memory(&account->cells, cell),
                                   .stall_cycles = cell->stall_cycles};
  bin_contexts_add(account->contexts, note, &so_far, times);
}

void bin_owner_change(bin_account *account, uint32_t context, const bin_cell *cell) {
  bin_owner *owner = &account->cells.owners[cell->number];
  if (owner->context != BIN_CONTEXT_ROOT) add(account, cell, owner->note, 1);
  *owner = (bin_owner){context, bin_contexts_note(account->contexts, context, cell->number)};
  add(account, cell, owner->note, -1ULL);
}

void bin_owner_settle(bin_account *account) {
  bin_cells *const cells = &account->cells;
  for (uint32_t i = 0; cells->owners && i < cells->n; i++) {
    if (cells->owners[i].context == BIN_CONTEXT_ROOT) continue;
    add(account, bin_cells_get(cells, i), cells->owners[i].note, 1);
    cells->owners[i] = (bin_owner){0};
  }
}
