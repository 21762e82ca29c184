/* spy_stuck.h: threads that all wait for each other.
 *
 * When each thread waits at a word of the process's own memory, without a time-out, no thread of this or another
 * process can wake one: only a signal can. After a second without one, the program is reported as stuck, once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_STUCK_H
#define MEMSPY_SPY_STUCK_H

#include "memspy/core/spy_valgrind.h"

/* Looks around while nobody runs. Returns, once, whether the threads have been stuck for a second. */
Bool spy_stuck_look(ULong now_ns);

#endif
