/* spy_drain_alone.h: the loop over the recorded references of a thread that is alone, from front to end. When a
 * reference happens: spy_drain_step-inl.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_DRAIN_ALONE_H
#define MEMSPY_SPY_DRAIN_ALONE_H

#include "memspy/record/spy_queue.h"

/* Drains [at, end) of a thread that is alone. */
void spy_drain_alone(spy_queue *queue, const ULong *at, const ULong *end);

#endif
