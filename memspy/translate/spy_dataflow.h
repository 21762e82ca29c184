/* spy_dataflow.h: computes the summary of a block (record/spy_summary.h) from its operations, in program order.
 *
 * The caller processes one block at a time: it begins the block, adds its operations, and ends it. It gets the origins
 * of a value from the function that makes the value, and passes them to the functions that use it.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_summary.h"

/* The origins of a value, in descending order and followed by zeros. If all are 0, the value depends on no load. */
typedef struct {
  spy_origin from[SPY_ORIGINS_MOST];
} spy_origins;

void spy_dataflow_begin(void);

/* Returns the origins of a value that is computed from two other values. */
spy_origins spy_dataflow_join(spy_origins a, spy_origins b);

/* The next two functions read and write the origins of `bytes` bytes of the guest state. */
spy_origins spy_dataflow_get(Int offset, Int bytes);
void spy_dataflow_put(Int offset, Int bytes, spy_origins value);

/* Adds the next site, whose address has the given origins. Returns the origins of a value that it loads. */
spy_origins spy_dataflow_refer(spy_origins address);

/* Returns the origins of a value that the latest site loads. */
spy_origins spy_dataflow_latest(void);

/* Sets the origins of the value that the latest site stores. The site is a store, or a load that has become a
 * modify. */
void spy_dataflow_store(spy_origins value);

/* Adds an exit of the block at this place. */
void spy_dataflow_exit(void);

/* Ends the block, which has `sites` sites. All of them must have been added, in order. Returns its summary, an array of
 * UShort that is valid until the next block begins. */
XArray *spy_dataflow_end(UInt sites);
