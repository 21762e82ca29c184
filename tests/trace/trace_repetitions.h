/* trace_repetitions.h: repetitions are taken at once, wherever that is asked for.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Short streams of some nests of loops, which end anywhere and go on as a repetition of their last events; at each
 * event some that follow are listed, and more of them are taken if that is possible. The trace must give all of them
 * back. Prints what is wrong. */
bool repetitions_check(unsigned seeds, uint64_t first);
