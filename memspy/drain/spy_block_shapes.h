/* spy_block_shapes.h: generates host code that simulates block runs.
 *
 * The drain's loop over the references of a run (spy_drain_alone.c) tests properties of each site: its size, and
 * whether it is a store, a stack access or a call. These properties do not change from run to run. The loop also
 * mispredicts branches at the ends of runs, which have different lengths. So frequently used exits get code of their
 * own, in which these properties are constants. The code contains no addresses of sites or exits, so exits of the same
 * shape share it. The code of one run jumps to the code of the next run.
 *
 * The code itself makes the references for which bin_reference_plainly() is enough. For other references, it calls the
 * same functions as the loop.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account-inl.h"
#include "memspy/record/spy_record.h"

/* The input of the code. At its end, the code updates `at`, `packed` and `clock`. */
typedef struct {
  const ULong *at, *end;
  ULong packed, clock;
  spy_exit *exits;
  bin_account *account;
  bin_flow *flow;
  const bin_lane *lane;
  UInt watches; /* whether a counter is active: references other than plain hits are then reported one by one */
} spy_block_shapes_state;

/* Code is generated for an exit's shape after this number of runs that leave at the exit. */
enum { SPY_BLOCK_SHAPES_HOT = 32 };

/* Allocates the memory for code, even if no code will be generated, so that a program that reads its memory map always
 * finds the same map. */
void spy_block_shapes_reserve(void);

/* Returns whether generated code supports the references that a processor's lane describes. */
Bool spy_block_shapes_fit(const bin_lane *lane);

/* Assigns, to an exit, the code of the exit's shape. Generates the code if necessary. If there is no room for the code,
 * the exit gets no code. */
void spy_block_shapes_link(spy_exit *e, const bin_lane *lane);

/* Returns the state for the records of a thread's queue. `lane` must fit, and outlive the state. */
spy_block_shapes_state spy_block_shapes_begin(bin_flow *flow, const bin_lane *lane);

/* Simulates block runs, beginning with the run at `at`, whose exit has code. Stops at `end`, at an event, or at a run
 * whose exit has no code. Returns the position at which it stopped. Adds to *packed and advances the D1's *clock as the
 * loop does. */
const ULong *spy_block_shapes_run(spy_block_shapes_state *state, const ULong *at, const ULong *end, ULong *packed,
                                  ULong *clock);
