/* spy_sweep.h: simulates further machines (--sweep) with the references of the run, in the same order.
 *
 * The drain passes each collected reference when it simulates it. References that change nothing in any machine of a
 * stack group (sweep/sweep_group.h) are dropped at once. The other references are buffered, and simulated in batches.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_block.h"
#include "sweep/sweep_engine.h"

/* Whether there is a sweep. */
extern Bool spy_sweeps;

/* Makes the machines, before the program runs. Does nothing without --sweep. The sweep must stay valid. `by` has the
 * keys of cells (bins/bin_sweep.h); 0: there are no cells. */
void spy_sweep_begin(const sweep_plan *sweep, UInt by);

/* Simulates the references and the other instructions of a block run, except its calls. The open calls and the memory
 * must be in the state before the run. */
void spy_sweep_run(const bin_flow *flow, const spy_exit *e, const ULong *addresses);

/* Returns whether spy_sweep_records() can take the references of a processor: all machines are in stack groups, no
 * other processor has made references in these groups, and there are no cells. */
Bool spy_sweep_is_plain(UInt processor);

/* Simulates the references of a processor in the records [at, end) of block runs. */
void spy_sweep_records(UInt processor, const ULong *at, const ULong *end);

/* As spy_sweep_run(), but in steps, and for any block. _one() simulates a reference, if the program made it, and the
 * instructions before it. _pass() simulates the instructions after the last reference. */
void spy_sweep_one(const bin_flow *flow, const bin_site *site, ULong address);
void spy_sweep_pass(UInt processor, ULong instructions);

/* Makes a processor idle for a number of cycles. Does nothing without a sweep. */
void spy_sweep_idle(UInt processor, ULong cycles);

/* Sets all counts to zero. Does nothing without a sweep. */
void spy_sweep_zero(void);

/* Returns the results of the sweep's machines, in the order of the sweep. The account must have all references. The
 * caller frees the array with plat_free(). */
sweep_result *spy_sweep_results(void);

/* Stores the numbers of misses of a cell (spy_sweep_cells.h) on each machine, in the order of the sweep. Call after
 * spy_sweep_results(). */
void spy_sweep_cell_misses(UInt cell, sweep_cell_misses *misses);
