/* spy_start.h: makes the start of the program independent of the environment.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call before the first instruction. Makes the start of the main thread's stack independent of the lengths of arguments
 * and environment, and makes the random bytes for the C library constant. */
void spy_start_settle_stack(void);

/* Returns the start of the executable's own code. Call before the first thread has run. 0: unknown. */
Addr spy_start_entry(void);
