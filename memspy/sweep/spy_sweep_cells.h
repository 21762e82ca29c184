/* spy_sweep_cells.h: which cell of a sweep a reference is in (--sweep-by; bins/bin_sweep.h).
 *
 * Only references that the machines are made are looked for. How many references a cell has, the account knows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SWEEP_CELLS_H
#define MEMSPY_SPY_SWEEP_CELLS_H

#include "bins/bin_account.h"
#include "bins/bin_sweep.h"
#include "memspy/core/spy_valgrind.h"

/* What cells are told apart by: BIN_BY_... bits; 0: there are none. */
void spy_sweep_cells_begin(UInt by);
UInt spy_sweep_by(void);

/* The number of the cell of a reference that the thread of `flow` makes now; 0 where there are none. */
UInt spy_sweep_cell(const bin_flow *flow, const bin_site *site, ULong address);

/* The cells, with what the account has counted of each; all sites have been flushed. NULL: there are none. They stay
 * the tool's. */
const bin_sweep_cells *spy_sweep_cells_counted(void);

#endif
