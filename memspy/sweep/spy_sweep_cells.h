/* spy_sweep_cells.h: finds the cell of a sweep for a reference (--sweep-by; bins/bin_sweep.h).
 *
 * Only the references that are passed to the machines are looked up. The account counts the references of each cell.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"
#include "bins/bin_sweep.h"
#include "memspy/core/spy_valgrind.h"

/* Sets the keys of cells, as BIN_BY_... bits; 0: there are no cells. */
void spy_sweep_cells_begin(UInt by);
UInt spy_sweep_by(void);

/* Returns the number of the cell of the current reference of the thread of `flow`, or 0 if there are no cells. */
UInt spy_sweep_cell(const bin_flow *flow, const bin_site *site, ULong address);

/* Returns the cells, with the account's counts of each. All sites must be flushed. Returns NULL if there are no cells.
 * The tool owns the result. */
const bin_sweep_cells *spy_sweep_cells_counted(void);
