/* spy_sweep.h: simulates further machines (--sweep) with the references of the run, in the same order.
 *
 * The drain passes each collected reference when it simulates it. References that change nothing in any machine of a
 * stack group (sweep/sweep_group.h) are dropped at once; the others are collected and made in batches.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_block.h"
#include "sweep/sweep_engine.h"

/* Whether there is a sweep. */
extern Bool spy_sweeps;

/* Makes the machines, before the program runs; without --sweep it does nothing. The sweep must stay valid. by: the
 * keys of cells (bins/bin_sweep.h); 0: none. */
void spy_sweep_begin(const sweep_plan *sweep, UInt by);

/* Passes the references of a run of a block, without calls, and its other instructions. The calls and memory of the
 * flow are as before the run. */
void spy_sweep_run(const bin_flow *flow, const spy_exit *e, const ULong *addresses);

/* Whether a processor's references can also use spy_sweep_records(): all machines are in stack groups, which have
 * references of no other processor, and there are no cells. */
Bool spy_sweep_is_plain(UInt processor);

/* Passes a processor's references of the records of runs in [at, end). */
void spy_sweep_records(UInt processor, const ULong *at, const ULong *end);

/* As spy_sweep_run(), one by one, for any block: a reference, made or not, with the instructions before it; the
 * instructions after the last. */
void spy_sweep_one(const bin_flow *flow, const bin_site *site, ULong address);
void spy_sweep_pass(UInt processor, ULong instructions);

/* A processor is idle for a number of cycles. Without a sweep it does nothing. */
void spy_sweep_idle(UInt processor, ULong cycles);

/* Sets all counts to zero. Without a sweep it does nothing. */
void spy_sweep_zero(void);

/* The results of the sweep's machines, in its order. The account must have all references. The caller frees them
 * (plat_free()). */
sweep_result *spy_sweep_results(void);

/* The misses of a cell (spy_sweep_cells.h) on the machines, in the sweep's order; call after spy_sweep_results(). */
void spy_sweep_cell_misses(UInt cell, sweep_cell_misses *misses);
