/* trace_interleavings.h: tests turns that are reported after the events (trace/trace_turns.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Several processors have loops of few different lengths, which start and end anywhere, batch by batch; the trace must
 * have their events in the order of their keys. */
bool interleavings_check(unsigned seeds, uint64_t first);
