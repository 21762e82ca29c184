/* spy_stamp.h: replaces the time stamp counter in translated code. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Changes a statement that reads the time stamp counter. With --time=simulated, the statement reads the simulated
 * counter. If the program sees the simulated machine, rdtscp reports the simulated processor. */
void spy_stamp_replace(IRStmt *st);
