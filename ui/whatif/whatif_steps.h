/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_steps.h: finds the strides of instructions in a trace.
 *
 * A profile has only the greatest common divisor of an instruction's strides, which is the size of an element if loops
 * visit all columns. A trace has the strides themselves. */
#pragma once

#include "trace/trace_batch.h"
#include "ui/trace/events_trace_file.h"

typedef struct WhatifSteps WhatifSteps;

/* Starts without references. The trace must outlive the result. Free it with whatif_steps_free(). */
WhatifSteps *whatif_steps_new(const EventsTraceFile *file);
void whatif_steps_free(WhatifSteps *steps);

/* Adds the next events. */
void whatif_steps_batch(WhatifSteps *steps, const trace_batch *batch);

/* Returns the absolute stride, in bytes, of the majority of an instruction's references; 0: none has a majority.
 * `place` is the instruction, in a profile that was replayed from the trace. */
uint64_t whatif_steps_of(const WhatifSteps *steps, const Profile *profile, uint32_t place);
