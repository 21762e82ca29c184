/* spy_sweep.h: many machines beside the one of the run (--sweep): what each of them would count of the same references
 * in the same order.
 *
 * The drain hands over each reference that is collected, as it simulates it. Those that change nothing in any machine
 * of a family (coherence/coh_family.h) are dropped at once; the others are kept, some of them, and made together.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SWEEP_H
#define MEMSPY_SPY_SWEEP_H

#include "coherence/coh_engine.h"
#include "memspy/record/spy_block.h"

/* Whether there is a sweep. */
extern Bool spy_sweeps;

/* Makes the machines, before the program runs; without --sweep nothing happens. The sweep must stay. by: what their
 * misses are told apart by (bins/bin_sweep.h); 0: nothing. */
void spy_sweep_begin(const coh_sweep *sweep, UInt by);

/* The references of a run of a block by a thread, none of them a call, and its other instructions. Its calls and the
 * memory are as before the run. */
void spy_sweep_run(const bin_flow *flow, const spy_exit *e, const ULong *addresses);

/* Whether a processor's references may go by spy_sweep_records(), too: all machines are in families, which have no
 * other processor's, and nothing tells their misses apart. */
Bool spy_sweep_is_plain(UInt processor);

/* A processor's references of records of runs of blocks in [at, end). */
void spy_sweep_records(UInt processor, const ULong *at, const ULong *end);

/* The same one by one, of any block: a reference, made or not, with the instructions before it; instructions behind the
 * last. */
void spy_sweep_one(const bin_flow *flow, const bin_site *site, ULong address);
void spy_sweep_pass(UInt processor, ULong instructions);

/* A processor waits for so many cycles. Without a sweep nothing happens. */
void spy_sweep_idle(UInt processor, ULong cycles);

/* Sets all counts to zero. Without a sweep nothing happens. */
void spy_sweep_zero(void);

/* What the machines of the sweep came to, in its order. The account has been told of all references. Owned by the
 * caller (plat_free()). */
coh_result *spy_sweep_results(void);

/* The misses of a cell (spy_sweep_cells.h) on the machines, in the sweep's order; after spy_sweep_results(). */
void spy_sweep_cell_misses(UInt cell, coh_cell_misses *misses);

#endif
