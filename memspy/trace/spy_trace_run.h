/* spy_trace_run.h: adds the events of runs of blocks, for the drain. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_block.h"

/* Passes a reference of a wanted run of a block. `e` is the exit of the run. If the program made the reference (its
 * guard was true), counts it, and adds an event if it is traced. */
void spy_trace_one(const spy_exit *e, const bin_site *site, const ULong *address);

/* Passes all references of a wanted run of a block, which must be at most spy_trace.left, and the run's other
 * instructions. */
void spy_trace_run(const spy_exit *e, const ULong *addresses);

/* Call at the end of a run for which spy_trace_one() was called. `last`: the run's last reference. */
void spy_trace_end_run(const spy_exit *e, const ULong *last);

/* Passes a run of a block that is not collected: only its calls and its time become events. */
void spy_trace_skip(const spy_exit *e, const ULong *addresses);
