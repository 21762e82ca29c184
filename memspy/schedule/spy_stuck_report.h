/* spy_stuck_report.h: tells the user that the program's threads are stuck (spy_stuck.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_STUCK_REPORT_H
#define MEMSPY_SPY_STUCK_REPORT_H

#include "memspy/core/spy_valgrind.h"

/* Prints on standard error which thread waits for what, who holds it where that is known, and where in the program. */
void spy_stuck_report(void);

/* Prints on standard error that the thread that has the lock is kept in a system call, or at a page
 * (spy_stuck_look_at_holder()). */
void spy_stuck_report_holder(Word call);

#endif
