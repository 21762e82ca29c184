/* spy_lock.h: the lock that each host thread holds while it works, handed from one to the next as spy_schedule.c says.
 *
 * The core asks for it through a table of functions (spy_core.h). What the table's functions report to the scheduler,
 * and ask it, is here; all are called with the lock's own guard held but for spy_schedule_choose().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_LOCK_H
#define MEMSPY_SPY_LOCK_H

#include "memspy/core/spy_valgrind.h"

/* New host threads look again whether they are known. */
void spy_lock_newcomer(void);

#endif
