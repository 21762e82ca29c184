/* spy_jumps.h: where blocks jump to that record in a sampled run. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_JUMPS_H
#define MEMSPY_SPY_JUMPS_H

#include "memspy/core/spy_valgrind.h"

/* Turns the jumps of a finished block to those of their aliases (sample/spy_alias.h), so that what comes next records,
 * too. */
void spy_jumps_stay(IRSB *block);

#endif
