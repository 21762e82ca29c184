/* spy_deadlock_report.h: reports to the user that the program's threads are stuck (spy_deadlock.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Prints a description of each thread on standard error: the object for which the thread waits, the owner of this
 * object if it is known, and the thread's position in the program. */
void spy_deadlock_report(void);

/* Prints on standard error that the thread with the lock is blocked in a system call, or at a page
 * (spy_deadlock_look_at_holder()). */
void spy_deadlock_report_holder(Word call);
