/* spy_trace_run.h: adds the events of block runs, for the drain. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_block.h"

/* Handles a reference of a wanted block run. `e` is the exit of the run. If the program made the reference (its guard
 * was true), counts it, and adds an event if it is traced. */
void spy_trace_one(const spy_exit *e, const bin_site *site, const ULong *address);

/* Handles all references of a wanted block run, and the run's other instructions. The number of references must be at
 * most spy_trace.left. */
void spy_trace_run(const spy_exit *e, const ULong *addresses);

/* Call at the end of a block run for which spy_trace_one() was called. `last` is the run's last reference. */
void spy_trace_end_run(const spy_exit *e, const ULong *last);

/* Handles a block run that is not collected. Only the run's calls and its time become events. */
void spy_trace_skip(const spy_exit *e, const ULong *addresses);
