/* spy_trace_run.h: the events of runs of blocks, for the drain. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_TRACE_RUN_H
#define MEMSPY_SPY_TRACE_RUN_H

#include "memspy/record/spy_block.h"

/* One reference, made or not, of a wanted run of a block that left at `e`: it becomes an event if it is traced, and is
 * counted. */
void spy_trace_one(const spy_exit *e, const bin_site *site, const ULong *address);

/* All references of a wanted run of a block, of which there are not more than spy_trace.left, and its other
 * instructions. */
void spy_trace_run(const spy_exit *e, const ULong *addresses);

/* The run that spy_trace_one() was called for is over; `last`: where its last reference is. */
void spy_trace_end_run(const spy_exit *e, const ULong *last);

/* A run of a block that is not collected: of it only calls and time become events. */
void spy_trace_skip(const spy_exit *e, const ULong *addresses);

#endif
