/* spy_report.h: the wrappers of allocation functions report to the tool.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_REPORT_H
#define MEMSPY_SPY_REPORT_H

#include "memspy/core/spy_valgrind.h"

/* A block of a wrapper ends in a client request: makes a call of the tool of it, and of the block one that goes on to
 * what comes behind. `shadow`: the offset of the shadow registers. Returns the block. */
IRSB *spy_report_add(IRSB *block, Int shadow);

#endif
