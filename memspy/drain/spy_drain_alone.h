/* spy_drain_alone.h: a sequential loop over recorded references of a thread. spy_drain_step-inl.h defines when a
 * reference happens.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Drains the records of a thread that begin in [at, end), without waiting for other processors. Returns the end of the
 * last one. On a timed machine
 * (mach_config_is_timed()), the loop cannot serve traces, sweeps and the counter: see spy_drain_thread.h. */
const ULong *spy_drain_alone(spy_queue *queue, const ULong *at, const ULong *end);
