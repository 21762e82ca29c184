/* spy_block_shapes.h: generates host code that simulates runs of blocks.
 *
 * The drain's loop over the references of a run (spy_drain_alone.c) tests each site: size, store or not, stack or not,
 * call or not. These properties do not change from run to run, and branches at the ends of runs of different lengths
 * are mispredicted. So frequently used exits get code with these properties as constants. The code has no addresses of
 * sites or exits, so exits of the same shape share it. The code of one run jumps to that of the next.
 *
 * It implements bin_reference_plainly(); other cases call the same functions as the loop.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account-inl.h"
#include "memspy/record/spy_record.h"

/* The input of the code, which updates `at`, `packed` and `clock` at its end. */
typedef struct {
  const ULong *at, *end;
  ULong packed, clock;
  spy_exit *exits;
  bin_account *account;
  bin_flow *flow;
  const bin_lane *lane;
  UInt watches; /* with a counter: whether references other than plain hits are reported one by one */
} spy_block_shapes_state;

/* Number of runs that leave at an exit before code is generated for the exit's shape. */
enum { SPY_BLOCK_SHAPES_HOT = 32 };

/* Allocates the memory for code, even if none will be generated, so that programs that read their memory map always
 * find the same map. */
void spy_block_shapes_reserve(void);

/* Whether code supports the references that a processor's lane describes. */
Bool spy_block_shapes_fit(const bin_lane *lane);

/* Assigns the code of its shape to an exit, generating it if necessary; none if there is no room. */
void spy_block_shapes_link(spy_exit *e, const bin_lane *lane);

/* The state for the records of a thread's queue. `lane` must fit, and outlive the state. */
spy_block_shapes_state spy_block_shapes_begin(bin_flow *flow, const bin_lane *lane);

/* Simulates runs from `at`, whose exit has code, to `end`, or up to an event or a run whose exit has no code. Returns
 * that position. Adds to *packed and advances the D1's *clock as the loop does. */
const ULong *spy_block_shapes_run(spy_block_shapes_state *state, const ULong *at, const ULong *end, ULong *packed,
                                  ULong *clock);
