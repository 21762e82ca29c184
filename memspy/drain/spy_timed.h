/* spy_timed.h: references of a thread that runs alone, on a machine whose results depend on the clock at each reference
 * (mach_config_is_timed()).
 *
 * Plain hits do not depend on the clock. Therefore, the clock advances only at other references. At each of them, it
 * advances by all instructions since the previous one.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account-inl.h"
#include "memspy/record/spy_block.h"

/* Begins a drain. `packed` has the packed counts of the block runs that generated code (spy_block_shapes.h) has begun.
 * It must outlive the drain. */
void spy_timed_begin(coh_processor *p, const ULong *packed);

/* Advances the clock to the end of the block runs with the packed counts `packed`, which were 0 at
 * spy_timed_begin(). */
void spy_timed_pass(ULong packed);

/* As bin_reference_slowly(), for a reference in a block run that leaves at the exit `e`. `packed` includes this run. */
void spy_timed_slowly(bin_account *account, bin_flow *flow, bin_site *site, ULong address, ULong clock,
                      const spy_exit *e, ULong packed);

/* As spy_timed_slowly(), for generated code. */
void spy_timed_slowly_made(bin_account *account, bin_flow *flow, bin_site *site, ULong address, ULong clock,
                           const spy_exit *e);

/* Makes all references of a block run. `at` points to their addresses. `clock` is the D1's clock before these
 * references. */
void spy_timed_run(bin_account *account, bin_flow *flow, const bin_lane *lane, const spy_exit *e, const ULong *at,
                   ULong clock, ULong packed);

/* Ends the drain: adds the stalls that are due. */
void spy_timed_end(ULong packed);
