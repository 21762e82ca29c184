/* spy_stamp.h: replaces the time stamp counter in translated code. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* With --time=simulated: makes a statement that reads the counter read the simulated one. If the program sees the
 * simulated machine: makes rdtscp report its processor. */
void spy_stamp_replace(IRStmt *st);
