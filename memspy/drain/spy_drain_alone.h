/* spy_drain_alone.h: the drain of a single thread: a sequential loop over its recorded references. spy_drain_step-inl.h
 * defines when a reference happens.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Drains the records [at, end) of a thread that runs alone. */
void spy_drain_alone(spy_queue *queue, const ULong *at, const ULong *end);
