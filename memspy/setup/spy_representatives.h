/* spy_representatives.h: the file of --sample-phases: which intervals of a run represent its phases.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_REPRESENTATIVES_H
#define MEMSPY_SPY_REPRESENTATIVES_H

#include "bins/bin_phases.h"
#include "memspy/core/spy_valgrind.h"

/* Reads the file `name` into *all, which stays for ever. A line that is wrong ends the run with a message that names
 * the file and the line. False: it cannot be read, and *wrong says why. */
Bool spy_representatives_read(const HChar *name, bin_representatives *all, const HChar **wrong);

#endif
