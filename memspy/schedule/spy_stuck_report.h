/* spy_stuck_report.h: tells the user that the program's threads are stuck (spy_stuck.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_STUCK_REPORT_H
#define MEMSPY_SPY_STUCK_REPORT_H

/* Prints on standard error which thread waits for what, who holds it where that is known, and where in the program. */
void spy_stuck_report(void);

#endif
