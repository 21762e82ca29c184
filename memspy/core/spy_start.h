/* spy_start.h: the program's start. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_START_H
#define MEMSPY_SPY_START_H

#include "memspy/core/spy_valgrind.h"

/* Before the first instruction: lets the main thread's stack begin at an address that does not depend on how long the
 * arguments and the environment are, and makes the random bytes the same that the system gives the C library. */
void spy_start_settle_stack(void);

/* Where the executable's own code begins; before the first thread has run. 0: that is not known. */
Addr spy_start_entry(void);

#endif
