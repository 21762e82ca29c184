/* spy_stamp.h: the time stamp counter of translated code. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_STAMP_H
#define MEMSPY_SPY_STAMP_H

#include "memspy/core/spy_valgrind.h"

/* With --time=simulated: lets a statement that reads the counter read the simulated one. Where the program sees the
 * simulated machine: lets rdtscp report the processor of that. */
void spy_stamp_replace(IRStmt *st);

#endif
