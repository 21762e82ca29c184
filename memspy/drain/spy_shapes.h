/* spy_shapes.h: code of the host that simulates runs of blocks, made while the program runs.
 *
 * The loop of the drain over the references of a run (spy_drain_alone.c) asks of each site what it is: how long the
 * reference is, whether it is a store, whether it goes to the stack, whether it calls. Nothing of that changes from run
 * to run, and the host's processor guesses wrongly where one run ends and the next, of another length, begins. So for
 * exits that are left often there is code in which all of that stands. It has no address of a site or of an exit in it:
 * exits of the same shape share it. Code of one run jumps to that of the next.
 *
 * It does no more than bin_reference_plainly() does; all else is done by the same functions as for the loop.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SHAPES_H
#define MEMSPY_SPY_SHAPES_H

#include "bins/bin_account-inl.h"
#include "memspy/record/spy_record.h"

/* What the code reads at its begin, and of which it writes `at`, `packed` and `clock` at its end. */
typedef struct {
  const ULong *at, *end;
  ULong packed, clock;
  spy_exit *exits;
  bin_account *account;
  bin_flow *flow;
  const bin_lane *lane;
  UInt watches; /* with a counter: whether references that are no plain hits are told to it one by one */
} spy_shapes_state;

/* Runs that left at an exit before it is worth while to look for its shape. */
enum { SPY_SHAPES_HOT = 32 };

/* Takes the memory for such code, whether there will be some or not: programs that read which memory is mapped are to
 * find the same. */
void spy_shapes_reserve(void);

/* Whether there is code for references that a processor's lane describes. */
Bool spy_shapes_fit(const bin_lane *lane);

/* Gives an exit the code for its shape, which is made if need be; none if there is no room for more. */
void spy_shapes_link(spy_exit *e, const bin_lane *lane);

/* The state for the records of a thread's queue. `lane` must fit, and outlive the state. */
spy_shapes_state spy_shapes_begin(bin_flow *flow, const bin_lane *lane);

/* Simulates runs from `at`, whose exit has code, to `end`, or up to an event or a run whose exit has no code: returns
 * that place. Adds up *packed and moves the D1's *clock on as the loop does. */
const ULong *spy_shapes_run(spy_shapes_state *state, const ULong *at, const ULong *end, ULong *packed, ULong *clock);

#endif
