/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_steps.h: finds the strides of instructions in a trace.
 *
 * A profile contains only the greatest common divisor of an instruction's strides, which is the size of an element if
 * loops visit all columns. A trace contains the strides themselves. */
#pragma once

#include "trace/trace_batch.h"
#include "ui/trace/events_trace_file.h"

typedef struct WhatifSteps WhatifSteps;

/* Returns a new object without references. The trace must outlive it. The caller frees it with whatif_steps_free(). */
WhatifSteps *whatif_steps_new(const EventsTraceFile *file);
void whatif_steps_free(WhatifSteps *steps);

/* Adds the next events of the trace. */
void whatif_steps_batch(WhatifSteps *steps, const trace_batch *batch);

/* Returns the stride (without sign, in bytes) of the majority of an instruction's references; 0: no stride has a
 * majority. `place` is the number of the instruction's place in a profile that was replayed from the trace. */
uint64_t whatif_steps_of(const WhatifSteps *steps, const Profile *profile, uint32_t place);
