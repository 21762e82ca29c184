/* trace_repetitions.h: tests that a trace accepts repetitions of events at once, at any place.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Tests short streams of several nests of loops, which end anywhere and continue as a repetition of their last events.
 * At each event, the test lists some of the following events, and gives more of them as repetitions if possible. The
 * trace must contain all of them. Prints errors. */
bool repetitions_check(unsigned seeds, uint64_t first);
