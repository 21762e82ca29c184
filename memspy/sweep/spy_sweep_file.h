/* spy_sweep_file.h: the file of --sweep: JSON, as `memspy replay --sweep --json` writes it (docs/sweep.schema.json).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SWEEP_FILE_H
#define MEMSPY_SPY_SWEEP_FILE_H

#include "memspy/core/spy_valgrind.h"

/* What stands behind the name of a profile in that of the file beside it. */
#define SPY_SWEEP_SUFFIX ".sweep"

/* Writes what the machines have counted so far beside a profile of that name. What is recorded has been drained before.
 * False: it could not be written, and a message says so. Without --sweep there is no file, and that is good. */
Bool spy_sweep_write(const HChar *profile);

/* Removes the file. */
void spy_sweep_unlink(const HChar *profile);

#endif
